#!lua flags=allow-oom
-- Finished tables are recorded elsewhere: their afterlife begins.
--
-- KEYS: 1 the finished tables, 2 those in their afterlife. ARGV: 1 how long that is, in milliseconds, then the tables.
-- Answers the time and how many waited for it.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local over_ms = math.floor(now / 1000) + ARGV[1]
local waited = 0
for place = 2, #ARGV do
  if redis.call('ZREM', KEYS[1], ARGV[place]) == 1 then
    redis.call('ZADD', KEYS[2], over_ms, ARGV[place])
    waited = waited + 1
  end
end
return { now, waited }
