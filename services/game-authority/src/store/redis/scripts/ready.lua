#!lua flags=no-writes
-- Counts what a set that is ordered by time holds up to some time before now.
--
-- KEYS: 1 the set. ARGV: 1 how long before now, in milliseconds. Answers the time and the count.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
return { now, redis.call('ZCOUNT', KEYS[1], '-inf', math.floor(now / 1000) - ARGV[1]) }
