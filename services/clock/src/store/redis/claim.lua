#!lua
-- Claims alarms of one partition that are due, the earliest first, and hides them from other claims. KEYS: as of arm.lua.
-- ARGV: the game time; how many at most; for how long an alarm is hidden that was claimed in vain 0, 1, 2, ... times, the
-- last one being for all that is more. Answers the moment from which the next alarm can be claimed, and for each claimed
-- one the table, what is known of it, and from when on it could be claimed.
local now, limit, longest = tonumber(ARGV[1]), tonumber(ARGV[2]), #ARGV - 3
local claimed = {}
if limit > 0 then
  local due = redis.call('ZRANGE', KEYS[1], '-inf', ARGV[1], 'BYSCORE', 'LIMIT', 0, limit, 'WITHSCORES')
  for at = 1, #due, 2 do
    local table_id = due[at]
    local stored = redis.call('HGET', KEYS[2], table_id)
    local is_alarm = stored and #table_id == 16 and #stored == 41 and not string.find(stored, '%D')
    if is_alarm then
      local in_vain = math.min(tonumber(string.sub(stored, 41)), longest)
      local hidden_until = string.format('%.0f', now + tonumber(ARGV[3 + in_vain]))
      redis.call('ZADD', KEYS[1], hidden_until, table_id)
      redis.call('HSET', KEYS[2], table_id, string.sub(stored, 1, 40) .. math.min(in_vain + 1, longest))
      claimed[#claimed + 1] = { table_id, stored, due[at + 1] }
    else
      -- Nothing that was ever armed.
      redis.call('ZREM', KEYS[1], table_id)
      redis.call('HDEL', KEYS[2], table_id)
    end
  end
end
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return { first[2] or false, claimed }
