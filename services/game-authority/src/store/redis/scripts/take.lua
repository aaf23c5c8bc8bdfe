#!lua flags=allow-oom
-- Hands out finished tables, the longest finished first, and hides them for a while.
--
-- KEYS: 1 the finished tables. ARGV: 1 how many at most, 2 how long ago they ended at least, 3 for how long they are
-- hidden, both in milliseconds. Answers the time and the tables.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local settled_ms = math.floor(now / 1000) - ARGV[2]
local tables = redis.call('ZRANGE', KEYS[1], '-inf', settled_ms, 'BYSCORE', 'LIMIT', 0, ARGV[1])
for _, id in ipairs(tables) do
  redis.call('ZADD', KEYS[1], 'XX', 'GT', settled_ms + ARGV[3], id)
end
return { now, tables }
