#!lua flags=allow-oom
-- Forgets tables whose afterlife is over.
--
-- KEYS: 1 the tables in their afterlife, 2 what is to be forgotten of finished tables, 3 the index, 4 the alarms to arm,
--   then the log and who is here of each table. ARGV: the tables. Answers how many there were.
local AFTERLIFE, TO_FORGET, INDEX, ALARMS, FIRST = KEYS[1], KEYS[2], KEYS[3], KEYS[4], 5
local forgotten = 0
for position, id in ipairs(ARGV) do
  if redis.call('ZREM', AFTERLIFE, id) == 1 then
    local places = redis.call('HGET', TO_FORGET, id)
    for _, place in ipairs(places and cmsgpack.unpack(places) or {}) do
      redis.call('ZREM', INDEX, place)
    end
    redis.call('HDEL', TO_FORGET, id)
    redis.call('HDEL', ALARMS, id)
    redis.call('DEL', KEYS[FIRST + 2 * (position - 1)], KEYS[FIRST + 2 * (position - 1) + 1])
    forgotten = forgotten + 1
  end
end
return forgotten
