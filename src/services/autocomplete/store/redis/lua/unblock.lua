-- Unblocks a term. Own ARGV: the term. KEYS, other ARGV, reply: see lib.lua. How it went: done, or
-- nothing when it was not blocked.
local term = ARGV[first_own]
local index = find_index(name)
if not index or redis.call('SREM', blocked_of(index), term) == 0 then
  return reply('nothing', index)
end
redis.call('DECR', held)
append('unblocked', term, 'index', index.id)
return reply('done', index)
