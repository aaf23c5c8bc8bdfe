#!lua flags=allow-oom
-- Forgets a pool into which no ticket was put lately and in which none waits. KEYS: 1 the pools, 2 the pool's index. ARGV: 1 the pool,
-- 2 how many milliseconds ago a ticket was put lately.
local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
local entered_ms = redis.call('ZSCORE', KEYS[1], ARGV[1])
if entered_ms and tonumber(entered_ms) < now_ms - ARGV[2] and redis.call('ZCARD', KEYS[2]) == 0 then
  redis.call('ZREM', KEYS[1], ARGV[1])
end
return 0
