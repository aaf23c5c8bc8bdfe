#!lua flags=no-writes
-- Reads records at one moment. KEYS: 1 the pools, which are not read; then the records. Answers the time in milliseconds, and
-- the records.
local time = redis.call('TIME')
local records = {}
if #KEYS > 1 then
  records = redis.call('MGET', unpack(KEYS, 2))
end
return { time[1] * 1000 + math.floor(time[2] / 1000), records }
