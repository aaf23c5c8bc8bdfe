#!lua
-- Writes as a move does. KEYS: 1 a key of no table. ARGV: 1 for how many milliseconds it stays.
return redis.call('SET', KEYS[1], '', 'PX', ARGV[1])
