#!lua flags=no-writes
-- Reads news. KEYS: 1 the news of an audience: a list, each its number (8 bytes), its id (8 bytes) and its body. ARGV: 1 the first
-- number, 2 how much at most. Answers number and id of the last one, and the news; nothing where there is none.
local MARK_LENGTH = 16
local last = redis.call('LINDEX', KEYS[1], -1)
if not last then
  return false
end
local last_number = struct.unpack('>I8', last)
local first_number = last_number - redis.call('LLEN', KEYS[1]) + 1
local from, limit = math.max(tonumber(ARGV[1]), first_number), tonumber(ARGV[2])
local news = {}
if from <= last_number and limit > 0 then
  news = redis.call('LRANGE', KEYS[1], from - first_number, from - first_number + limit - 1)
end
return { string.sub(last, 1, MARK_LENGTH), news }
