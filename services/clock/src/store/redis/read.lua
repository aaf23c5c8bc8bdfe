#!lua flags=no-writes
-- Reads the pair; answers nothing where there is none. ARGV: the game time and the end of a stall (or '') that the
-- caller has seen in it.
local stored = redis.call('HMGET', KEYS[1], 'own_ms', 'game_ms', 'stall_end_ms', 'came_ms')
-- What is no time at all is as good as nothing: the next beat writes it anew.
local function moment(text)
  local number = tonumber(text)
  return number and number >= 0 and number < 2^53 and number
end
if not (moment(stored[1]) and moment(stored[2]) and moment(stored[4] or stored[1])) then return false end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local game = math.max(tonumber(stored[2]), tonumber(ARGV[1]))
local stall_end = math.max(moment(stored[3]) or -1, tonumber(ARGV[2]) or -1)
local function text(millis) return string.format('%.0f', millis) end
return { text(now), stored[1], text(game), stored[4] or stored[1], stall_end >= 0 and text(stall_end) or false }
