-- Adds to the frequencies of terms and writes the new ones to the stream, one entry a term. A new
-- deployment gets its pre-loaded terms first.
-- KEYS: frequencies (hash term -> freq), changes (stream); one hash tag.
-- ARGV: mark (random integer), entries to keep, pre-loaded terms (separated by blanks), then pairs
--   of term and increment.
-- Reply: id of the latest entry, then the frequency of each term.
local newest = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
-- Ids are <running number>-<mark>: a gap shows, and an entry that was lost is not its successor.
local last = newest and tonumber(string.match(newest[1], '^%d+')) or 0
local reply = { newest and newest[1] }

local function add(term, increment)
  local freq = redis.call('HINCRBY', KEYS[1], term, increment)
  last = last + 1
  local id = string.format('%d-%s', last, ARGV[1])
  reply[1] = redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[2], id, 'term', term, 'freq', freq)
  return freq
end

if not newest then
  for term in string.gmatch(ARGV[3], '%S+') do add(term, 1) end
end
for i = 4, #ARGV, 2 do reply[#reply + 1] = add(ARGV[i], ARGV[i + 1]) end
return reply
