#!lua
-- Appends events to a log if its head is the one that was decided on. Answers what became of it, and the time.
--
-- KEYS: 1 the log, 2 the alarms to arm; and when the table's place in lists changes or somebody must not have come back:
--   3 who is here, 4 the index, 5 the finished tables, 6 what is to be forgotten of them.
-- ARGV: 1 the table, 2 and 3 length and last event's id of the log, 4 the time after which it is too late or nothing,
--   5 the alarm, 6 the channel, 7 how many events, 8... the events; and with the further keys:
--   the side that must not be here or nothing, the time until which it may have been, whether the table ends (1), was
--   thought to have ended and goes on (2) or neither (0), how many places in the index are given up, these, and those that are taken.
local STORED, HEAD_MOVED, TOO_LATE, SEEN_SINCE = 1, 2, 3, 4
local ID_LENGTH = 8
local FIRST_EVENT = 8

local log, alarms = KEYS[1], KEYS[2]
local here, index, finished, to_forget = KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local table_id = ARGV[1]
local rest = FIRST_EVENT + ARGV[7]

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local now_ms = math.floor(now / 1000)
if ARGV[4] ~= '' and now > tonumber(ARGV[4]) then
  return { TOO_LATE, now }
end
if here and ARGV[rest] ~= '' then
  local seen = redis.call('HGET', here, ARGV[rest])
  if seen and tonumber(seen) > tonumber(ARGV[rest + 1]) then
    return { SEEN_SINCE, now }
  end
end
local length = redis.call('LLEN', log)
local head = string.sub(redis.call('LINDEX', log, -1) or '', 1, ID_LENGTH)
if tostring(length) ~= ARGV[2] or head ~= ARGV[3] then
  return { HEAD_MOVED, now }
end

redis.call('RPUSH', log, unpack(ARGV, FIRST_EVENT, rest - 1))
redis.call('HSET', alarms, table_id, ARGV[5] .. now_ms)
if here then
  local ends, goes_on = ARGV[rest + 2] == '1', ARGV[rest + 2] == '2'
  local taken = rest + 4 + ARGV[rest + 3]
  for place = rest + 4, taken - 1 do
    redis.call('ZREM', index, ARGV[place])
  end
  for place = taken, #ARGV do
    redis.call('ZADD', index, 0, ARGV[place])
  end
  if ends then
    redis.call('DEL', here)
    redis.call('ZADD', finished, now_ms, table_id)
    redis.call('HSET', to_forget, table_id, cmsgpack.pack({ unpack(ARGV, taken) }))
  elseif goes_on then
    redis.call('ZREM', finished, table_id)
    redis.call('HDEL', to_forget, table_id)
  end
end
-- Nobody waits for a table that is only being made.
if length > 0 then
  for event = FIRST_EVENT, rest - 1 do
    redis.call('SPUBLISH', ARGV[6], 'g' .. table_id .. head .. length .. ':' .. ARGV[event])
    head = string.sub(ARGV[event], 1, ID_LENGTH)
    length = length + 1
  end
end
return { STORED, now }
