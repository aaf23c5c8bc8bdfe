#!lua flags=allow-oom
-- The clock knows these alarms: forgets those that nobody has replaced meanwhile.
--
-- KEYS: 1 the alarms to arm. ARGV: table and alarm in turn. Answers nothing of interest.
for place = 1, #ARGV, 2 do
  local latest = redis.call('HGET', KEYS[1], ARGV[place])
  local alarm = ARGV[place + 1]
  if latest and string.sub(latest, 1, #alarm) == alarm then
    redis.call('HDEL', KEYS[1], ARGV[place])
  end
end
return 0
