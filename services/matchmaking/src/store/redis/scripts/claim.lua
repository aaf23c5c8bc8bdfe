#!lua
-- Claims what is due, the earliest first. KEYS: 1 what is due. ARGV: 1 how many at most, 2 for how many milliseconds it is hidden
-- from other claims. Answers the time in milliseconds, and the members with the moments that have come.
local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
local due = redis.call('ZRANGE', KEYS[1], '-inf', string.format('%.0f', now_ms), 'BYSCORE', 'LIMIT', 0, ARGV[1], 'WITHSCORES')
local hidden_until = string.format('%.0f', now_ms + ARGV[2])
for place = 1, #due, 2 do
  redis.call('ZADD', KEYS[1], hidden_until, due[place])
end
return { now_ms, due }
