#!lua
-- Stores commits one after the other, each if what it was decided on still holds. Answers a digit for each: 0 stored, 1 stale,
-- 2 not waiting, 3 fenced.
--
-- Nothing is undone when a script fails: whatever can fail (a key of another type) fails before the first write of a commit.
--
-- KEYS: 1 the pools; then of each commit, as many as it has: records read, indexes with tickets alive, the lease of its fence,
--   records written, indexes with entries, news.
-- ARGV: 1 the channel, 2 how much news is kept, 3 for how long in milliseconds; then of each commit: how many there are of
--   those, and how many keys and arguments in all; the revisions read (8 bytes, or nothing where there was no record); the
--   tickets alive; the token of its fence; of each record written for how long it is kept, and its revision and body; of each
--   entry the member, how long after now its moment is or nothing to take it out, and the pool that it is put into or nothing;
--   of each news its id (8 bytes) and body; what is published, or nothing.
local STORED, STALE, NOT_WAITING, FENCED = '0', '1', '2', '3'
local REVISION_LENGTH = 8
-- So many values at once are sure to fit on the stack.
local AT_ONCE = 1000

local pools, channel, most_news, news_kept_ms = KEYS[1], ARGV[1], tonumber(ARGV[2]), ARGV[3]
local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
local now = string.format('%.0f', now_ms)

-- What this script knows for sure: keys that are indexes, the tokens of leases, the last number of news, pools that are noted as
-- entered.
local is_index, token, last_number, is_entered = {}, {}, {}, {}
local told = {}

local function check_index(key)
  if not is_index[key] then
    redis.call('ZCARD', key)
    is_index[key] = true
  end
end

local function check_news(key)
  if not last_number[key] then
    local last = redis.call('LINDEX', key, -1)
    last_number[key] = last and struct.unpack('>I8', last) or 0
  end
end

-- Whether the records at these keys have the revisions at these arguments. What is no record is as good as absent.
local function is_fresh(key, arg, count)
  for from = 0, count - 1, AT_ONCE do
    local some = math.min(count - from, AT_ONCE)
    local found = redis.call('MGET', unpack(KEYS, key + from, key + from + some - 1))
    for place = 1, some do
      if string.sub(found[place] or '', 1, REVISION_LENGTH) ~= ARGV[arg + from + place - 1] then
        return false
      end
    end
  end
  return true
end

local function tell(key, news)
  local number = last_number[key] + 1
  last_number[key] = number
  local length = redis.call('RPUSH', key, struct.pack('>I8', number) .. news)
  if length > most_news then
    redis.call('LTRIM', key, -most_news, -1)
  end
  redis.call('PEXPIRE', key, news_kept_ms)
end

-- Stores the commit whose keys and arguments begin here.
local function commit(key, arg, reads, alive, fences, puts, entries, news)
  if reads > 0 and not is_fresh(key, arg, reads) then
    return STALE
  end
  key, arg = key + reads, arg + reads
  for place = 0, alive - 1 do
    local until_ms = redis.call('ZSCORE', KEYS[key + place], ARGV[arg + place])
    if not until_ms or tonumber(until_ms) <= now_ms then
      return NOT_WAITING
    end
  end
  key, arg = key + alive, arg + alive
  if fences > 0 then
    local lease = KEYS[key]
    token[lease] = token[lease] or redis.call('HGET', lease, 'token') or ''
    if token[lease] ~= ARGV[arg] then
      return FENCED
    end
  end
  key, arg = key + fences, arg + fences
  local first_entry = key + puts
  for place = first_entry, first_entry + entries - 1 do
    check_index(KEYS[place])
  end
  for place = first_entry + entries, first_entry + entries + news - 1 do
    check_news(KEYS[place])
  end
  check_index(pools)

  for place = 0, puts - 1 do
    redis.call('SET', KEYS[key + place], ARGV[arg + 2 * place + 1], 'PX', ARGV[arg + 2 * place])
  end
  key, arg = key + puts, arg + 2 * puts
  for place = 0, entries - 1 do
    local member, after_ms, pool = ARGV[arg], ARGV[arg + 1], ARGV[arg + 2]
    if after_ms == '' then
      redis.call('ZREM', KEYS[key + place], member)
    else
      redis.call('ZADD', KEYS[key + place], string.format('%.0f', now_ms + after_ms), member)
    end
    if pool ~= '' and not is_entered[pool] then
      redis.call('ZADD', pools, 'GT', now, pool)
      is_entered[pool] = true
    end
    arg = arg + 3
  end
  key = key + entries
  for place = 0, news - 1 do
    tell(KEYS[key + place], ARGV[arg + place])
  end
  told[#told + 1] = ARGV[arg + news]
  return STORED
end

-- What is stored is told, also if a later commit cannot be.
local function publish()
  local message = table.concat(told)
  if message ~= '' then
    redis.call('SPUBLISH', channel, message)
  end
end

local answers = {}
local key, arg = 2, 4
while arg <= #ARGV do
  local reads, alive, fences, puts, entries, news, keys, args = struct.unpack('>I2I2I2I2I2I2I4I4', ARGV[arg])
  local is_done, answer = pcall(commit, key, arg + 1, reads, alive, fences, puts, entries, news)
  if not is_done then
    publish()
    error(answer)
  end
  answers[#answers + 1] = answer
  key, arg = key + keys, arg + 1 + args
end
publish()
return table.concat(answers)
