-- Sets the frequency of a term. Own ARGV: term, frequency from 1. KEYS, other ARGV, reply: see
-- lib.lua. How it went: as for train.lua. Numbers: frequency and half-lives passed.
local term, freq = ARGV[first_own], tonumber(ARGV[first_own + 1])
local index = find_index(name)
local is_there = index and redis.call('HEXISTS', freqs_of(index), term) == 1
if not is_there and room() < 1 then return reply('full', index) end
index = index_for(name)
if not index then return reply('too-many-indexes') end
local added = save_count(index, term, freq, index.halvings)
if added > 0 then redis.call('INCRBY', held, added) end
return reply('done', index, { text_of(freq), text_of(index.halvings) })
