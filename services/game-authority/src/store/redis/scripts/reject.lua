#!lua flags=allow-oom
-- A finished table cannot be recorded elsewhere: it becomes a dead letter.
--
-- KEYS: 1 the finished tables, 2 the dead letters, 3 the entry of each dead letter. ARGV: 1 the table, 2 why.
-- Answers whether it waited.
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then
  return 0
end
local before = redis.call('HGET', KEYS[3], ARGV[1])
if before then
  redis.call('XDEL', KEYS[2], before)
end
local entry = redis.call('XADD', KEYS[2], '*', 'table', ARGV[1], 'reason', ARGV[2])
redis.call('HSET', KEYS[3], ARGV[1], entry)
return 1
