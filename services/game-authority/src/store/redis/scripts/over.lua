#!lua flags=no-writes
-- Tables whose afterlife is over.
--
-- KEYS: 1 the tables in their afterlife. ARGV: 1 how many at most. Answers the time and the tables.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
return { now, redis.call('ZRANGE', KEYS[1], '-inf', math.floor(now / 1000), 'BYSCORE', 'LIMIT', 0, ARGV[1]) }
