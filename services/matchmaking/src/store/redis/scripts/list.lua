#!lua flags=no-writes
-- Lists an index. KEYS: 1 the index. ARGV: 1 the first moment in milliseconds, 2 how many members at most. Answers the time in
-- milliseconds, and the members with their moments.
local time = redis.call('TIME')
local listed = redis.call('ZRANGE', KEYS[1], ARGV[1], '+inf', 'BYSCORE', 'LIMIT', 0, ARGV[2], 'WITHSCORES')
return { time[1] * 1000 + math.floor(time[2] / 1000), listed }
