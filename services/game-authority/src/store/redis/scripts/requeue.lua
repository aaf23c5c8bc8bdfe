#!lua flags=allow-oom
-- Puts a dead letter back among the finished tables, as one that has ended now.
--
-- KEYS: 1 the finished tables, 2 the dead letters, 3 the entry of each dead letter, 4 the table's log. ARGV: 1 the table.
-- Answers what became of it.
local DONE, NOT_DEAD, MISSING = 1, 2, 3

local entry = redis.call('HGET', KEYS[3], ARGV[1])
if not entry then
  return redis.call('EXISTS', KEYS[4]) == 1 and NOT_DEAD or MISSING
end
local time = redis.call('TIME')
local now_ms = math.floor((time[1] * 1000000 + time[2]) / 1000)
redis.call('XDEL', KEYS[2], entry)
redis.call('HDEL', KEYS[3], ARGV[1])
redis.call('ZADD', KEYS[1], now_ms, ARGV[1])
return DONE
