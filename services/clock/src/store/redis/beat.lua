#!lua
-- Moves the pair to the moment when a probe began that has succeeded, or to this moment after a stall or when the clock
-- has been set back: Beat::after_probe of the crate corners-clockwork.
-- ARGV: the game time and the end of a stall (or '') that the caller has seen in the pair, own time when the probe
-- began, how far game time runs beyond a beat, after how long without a success the platform stood still; all in
-- milliseconds.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local began = math.min(tonumber(ARGV[3]), now)
local reach, stall_after = tonumber(ARGV[4]), tonumber(ARGV[5])

local stored = redis.call('HMGET', KEYS[1], 'own_ms', 'game_ms', 'stall_end_ms', 'came_ms')
local function moment(text)
  local number = tonumber(text)
  return number and number >= 0 and number < 2^53 and number
end
local own = moment(stored[1]) or began
local came = moment(stored[4]) or own
local game = math.max(moment(stored[2]) or 0, tonumber(ARGV[1]))
local stall_end = math.max(moment(stored[3]) or -1, tonumber(ARGV[2]) or -1)

local stood_still = now - came > stall_after
if stood_still then
  stall_end = math.max(game + math.min(math.max(now - own, 0), reach), stall_end)
end
local reached = math.max(began, own)
if stood_still or now < own then
  reached = now
end
game = game + math.min(math.max(reached - own, 0), reach)
own = reached

local function text(millis) return string.format('%.0f', millis) end
redis.call('HSET', KEYS[1], 'own_ms', text(own), 'game_ms', text(game), 'came_ms', text(now))
if stall_end >= 0 then
  redis.call('HSET', KEYS[1], 'stall_end_ms', text(stall_end))
end
return { text(now), text(own), text(game), text(now), stall_end >= 0 and text(stall_end) or false }
