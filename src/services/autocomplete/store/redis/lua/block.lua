-- Blocks a term. Own ARGV: the term. KEYS, other ARGV, reply: see lib.lua. How it went: as for
-- train.lua.
local term = ARGV[first_own]
local index = find_index(name)
local is_blocked = index and redis.call('SISMEMBER', blocked_of(index), term) == 1
if is_blocked then return reply('done', index) end
if room() < 1 then return reply('full', index) end
index = index_for(name)
if not index then return reply('too-many-indexes') end
redis.call('SADD', blocked_of(index), term)
redis.call('INCR', held)
append('blocked', term, 'index', index.id)
return reply('done', index)
