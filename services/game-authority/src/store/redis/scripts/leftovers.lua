#!lua flags=no-writes
-- Alarms that have been waiting to be armed for some time: whoever appended them may be no more. One that is from the
-- future has waited too: the clock was set back.
--
-- KEYS: 1 the alarms to arm. ARGV: 1 how old they are, in milliseconds, 2 how many at most.
-- Answers the time, then table and alarm in turn.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local now_ms = math.floor(now / 1000)
local before_ms = now_ms - ARGV[1]
local most = 1 + 2 * ARGV[2]
local answer = { now }
local alarms = redis.call('HGETALL', KEYS[1])
for place = 1, #alarms, 2 do
  local wanted_at_ms = tonumber(string.match(alarms[place + 1], ':(%d+)$'))
  local has_waited = wanted_at_ms and (wanted_at_ms <= before_ms or wanted_at_ms > now_ms)
  if has_waited and #answer < most then
    answer[#answer + 1] = alarms[place]
    answer[#answer + 1] = alarms[place + 1]
  end
end
return answer
