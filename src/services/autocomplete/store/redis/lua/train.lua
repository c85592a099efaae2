-- Adds to the counts of terms and writes the new ones to the stream, one entry a term, in their order.
-- Own ARGV: pairs of term and increment. KEYS, other ARGV, reply: see lib.lua. How it went: done,
-- full, too-many-indexes; then only done has done anything. Numbers: frequency and half-lives of each
-- term.
local terms = (#ARGV - first_own + 1) / 2
local index = find_index(name)
local free = room()
if terms > free then
  local added = 0
  for i = first_own, #ARGV, 2 do
    if not index or redis.call('HEXISTS', freqs_of(index), ARGV[i]) == 0 then added = added + 1 end
  end
  if added > 0 and added > free then return reply('full', index) end
end
index = index_for(name)
if not index then return reply('too-many-indexes') end

local freqs, halvings = freqs_of(index), index.halvings
local added, counts = 0, {}

-- Frequency, half-lives passed, and 1 if the term is new.
local function increase(term, increment)
  if not index.decays then
    local freq = redis.call('HINCRBY', freqs, term, increment)
    append('term', term, 'index', index.id, 'freq', text_of(freq), 'halvings', '0')
    return text_of(freq), '0', freq == increment and 1 or 0
  end
  local freq, at = 0, halvings
  local text = redis.call('HGET', freqs, term)
  if text then
    local before, passed = string.match(text, '^(%S+) ?(%S*)$')
    passed = tonumber(passed) or 0
    -- The clock of one of two replicas may be a little behind.
    at = math.max(halvings, passed)
    freq = tonumber(before) * 2 ^ (passed - at)
  end
  freq = freq + increment
  return text_of(freq), text_of(at), save_count(index, term, freq, at)
end

for i = first_own, #ARGV, 2 do
  local freq, at, is_new = increase(ARGV[i], tonumber(ARGV[i + 1]))
  counts[#counts + 1] = freq
  counts[#counts + 1] = at
  added = added + is_new
end
if added > 0 then redis.call('INCRBY', held, added) end
return reply('done', index, counts)
