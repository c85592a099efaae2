-- Deletes a term. Own ARGV: the term. KEYS, other ARGV, reply: see lib.lua. How it went: done, or
-- nothing when there was none.
local term = ARGV[first_own]
local index = find_index(name)
if not index or redis.call('HDEL', freqs_of(index), term) == 0 then return reply('nothing', index) end
redis.call('DECR', held)
append('term', term, 'index', index.id, 'freq', '0', 'halvings', '0')
return reply('done', index)
