#!lua
-- Sets and removes alarms of one partition. KEYS: the tables by the moment from which their alarm can be claimed; what is
-- known of each alarm: version and due time (20 digits each), and how often it was claimed in vain.
-- ARGV, for each alarm: the table; the version; the due time, or '' for none; the version of the alarm that this is the
-- answer to, or ''. A lower version than the one that is set changes nothing, unless it is the answer to that one.
for at = 1, #ARGV, 4 do
  local table_id, version, due, answered = ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]
  local stored = redis.call('HGET', KEYS[2], table_id)
  local stored_version = stored and string.sub(stored, 1, 20)
  if not stored or stored_version <= version or stored_version == answered then
    if due ~= '' then
      redis.call('HSET', KEYS[2], table_id, version .. due .. '0')
      redis.call('ZADD', KEYS[1], due, table_id)
    elseif stored then
      redis.call('HDEL', KEYS[2], table_id)
      redis.call('ZREM', KEYS[1], table_id)
    end
  end
end
return 0
