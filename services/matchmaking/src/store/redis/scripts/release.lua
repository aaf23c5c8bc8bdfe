#!lua
-- Gives the lease of a pool back. KEYS: 1 the lease. ARGV: 1 the holder. Its token stays.
if redis.call('HGET', KEYS[1], 'holder') == ARGV[1] then
  redis.call('HSET', KEYS[1], 'until_ms', 0)
end
return 0
