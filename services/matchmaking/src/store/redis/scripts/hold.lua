#!lua
-- Takes or renews the lease of a pool. KEYS: 1 the lease. ARGV: 1 the holder, 2 how many milliseconds after now it ends, 3 how long
-- it is remembered beyond that. Answers the fencing token, or nothing while somebody else has it.
--
-- A new holder's token is the time in microseconds, or one more than the last one: so it is greater than one that was forgotten,
-- be it by a failover, and no two holders get the same.
local time = redis.call('TIME')
local now_us = time[1] * 1000000 + time[2]
local now_ms = math.floor(now_us / 1000)
local holder, token, until_ms = unpack(redis.call('HMGET', KEYS[1], 'holder', 'token', 'until_ms'))
if holder ~= ARGV[1] then
  if holder and tonumber(until_ms) > now_ms then
    return false
  end
  token = string.format('%.0f', math.max(now_us, (token or 0) + 1))
end
redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'token', token, 'until_ms', string.format('%.0f', now_ms + ARGV[2]))
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', ARGV[2] + ARGV[3]))
return token
