#!lua
-- Renews the leases of a replica's watchers, and tells what is known of the tables.
--
-- KEYS: 1 what is to be forgotten of finished tables, then the log and who is here of each table.
-- ARGV: 1 the game time, 2 the replica, 3 the game time before which a replica's spectators count no more, 4 the channel,
--   then of each table: its id, whether white and black are here (1 or 0), the round trips to them in milliseconds or -1,
--   how many spectators, whether to announce it.
-- Answers the time, then of each table: the length of its log, when white and black were last seen or -1, the last round
-- trips to them or -1, how many spectators there are.
local FIRST, EACH = 5, 7
local now_ms, own, lapsed_ms = tonumber(ARGV[1]), 'r' .. ARGV[2], tonumber(ARGV[3])

-- Who is at a table, after the own watchers were noted.
local function attended(here, present, trips, watching)
  local seen = { w = -1, b = -1 }
  local measured_here = { ws = trips.ws, bs = trips.bs }
  local spectators = watching
  local noted, gone = {}, {}
  local fields = redis.call('HGETALL', here)
  for place = 1, #fields, 2 do
    local field, value = fields[place], fields[place + 1]
    if seen[field] then
      seen[field] = tonumber(value)
    elseif trips[field] then
      if trips[field] == '-1' then
        trips[field] = value
      end
    elseif field ~= own then
      local count, at_ms = string.match(value, '^(%d+):(%d+)$')
      if tonumber(at_ms) < lapsed_ms then
        gone[#gone + 1] = field
      else
        spectators = spectators + count
      end
    elseif watching == 0 then
      gone[#gone + 1] = field
    end
  end
  for side, is_here in pairs(present) do
    if is_here == '1' and seen[side] < now_ms then
      seen[side] = now_ms
      noted[#noted + 1] = side
      noted[#noted + 1] = ARGV[1]
    end
  end
  for trip, measured in pairs(measured_here) do
    if measured ~= '-1' then
      noted[#noted + 1] = trip
      noted[#noted + 1] = measured
    end
  end
  if watching > 0 then
    noted[#noted + 1] = own
    noted[#noted + 1] = watching .. ':' .. ARGV[1]
  end
  if #gone > 0 then
    redis.call('HDEL', here, unpack(gone))
  end
  if #noted > 0 then
    redis.call('HSET', here, unpack(noted))
  end
  return seen, trips, spectators
end

local time = redis.call('TIME')
local answer = { time[1] * 1000000 + time[2] }
for position = 1, (#KEYS - 1) / 2 do
  local log, here = KEYS[2 * position], KEYS[2 * position + 1]
  local first = FIRST + EACH * (position - 1)
  local id, white, black, white_trip, black_trip, watching, announce = unpack(ARGV, first, first + EACH - 1)
  local seen, trips, spectators = { w = -1, b = -1 }, { ws = white_trip, bs = black_trip }, tonumber(watching)
  local length = redis.call('LLEN', log)
  if length == 0 then
    spectators = 0
  elseif redis.call('HEXISTS', KEYS[1], id) == 0 then
    seen, trips, spectators = attended(here, { w = white, b = black }, trips, spectators)
    if announce == '1' then
      redis.call('SPUBLISH', ARGV[4], 'a' .. id)
    end
  end
  local told = { length, seen.w, seen.b, tonumber(trips.ws), tonumber(trips.bs), spectators }
  for _, number in ipairs(told) do
    answer[#answer + 1] = number
  end
end
return answer
