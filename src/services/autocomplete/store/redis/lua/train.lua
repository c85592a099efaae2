-- Adds to the frequencies of terms and writes the new ones to the stream, one entry a term. A new
-- deployment gets its pre-loaded terms first.
-- KEYS: frequencies (hash term -> freq), changes (stream); one hash tag.
-- ARGV: entries to keep, id of the latest entry that the caller knows of, pre-loaded terms
--   (separated by blanks), most terms, then pairs of term and increment.
-- Reply: id of the latest entry, 1 if the one that the caller knew of was still there, else 0, and
--   the list of the frequencies of the terms, or nil when there would be too many terms: then none
--   is trained.
local newest = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
local last = newest and tonumber(string.match(newest[1], '^%d+')) or 0
local latest = newest and newest[1]
local known = #redis.call('XRANGE', KEYS[2], ARGV[2], ARGV[2])
-- Ids are <running number>-<microseconds>: a gap shows, and what takes the place of an entry that
-- was lost has a higher id.
local time = redis.call('TIME')
local microseconds = string.format('%d%06d', time[1], time[2])

local function add(term, increment)
  local freq = redis.call('HINCRBY', KEYS[1], term, increment)
  last = last + 1
  local id = string.format('%d-%s', last, microseconds)
  latest = redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[1], id, 'term', term, 'freq', freq)
  return freq
end

if not newest then
  for term in string.gmatch(ARGV[3], '%S+') do add(term, 1) end
end
local room = ARGV[4] - redis.call('HLEN', KEYS[1])
if (#ARGV - 4) / 2 > room then
  for i = 5, #ARGV, 2 do
    room = room - (1 - redis.call('HEXISTS', KEYS[1], ARGV[i]))
  end
  if room < 0 then return { latest, known, false } end
end
local frequencies = {}
for i = 5, #ARGV, 2 do frequencies[#frequencies + 1] = add(ARGV[i], ARGV[i + 1]) end
return { latest, known, frequencies }
