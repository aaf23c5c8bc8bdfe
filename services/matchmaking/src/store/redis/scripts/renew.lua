#!lua
-- Renews leases of a pool. KEYS: 1 its index. ARGV: 1 how many milliseconds after now they end, then the tickets. Answers a digit
-- for each: 1 if it waits, else 0.
local time = redis.call('TIME')
local until_ms = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[1])
local answers, renewed = {}, {}
for place, score in ipairs(redis.call('ZMSCORE', KEYS[1], unpack(ARGV, 2))) do
  answers[place] = score and '1' or '0'
  if score then
    renewed[#renewed + 1] = until_ms
    renewed[#renewed + 1] = ARGV[place + 1]
  end
end
if #renewed > 0 then
  redis.call('ZADD', KEYS[1], unpack(renewed))
end
return table.concat(answers)
