#!lua flags=no-writes
-- Reads a log, or what follows a version that the reader knows and that is in this log.
--
-- KEYS: 1 the log. ARGV: 1 and 2 number and id of the known event, or nothing.
-- Answers the time, the log's length, how many events were left out, and the events.
local ID_LENGTH = 8

local time = redis.call('TIME')
local length = redis.call('LLEN', KEYS[1])
local known = tonumber(ARGV[1]) or 0
if known < 1 or known > length or string.sub(redis.call('LINDEX', KEYS[1], known - 1), 1, ID_LENGTH) ~= ARGV[2] then
  known = 0
end
return { time[1] * 1000000 + time[2], length, known, redis.call('LRANGE', KEYS[1], known, -1) }
