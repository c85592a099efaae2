-- Takes an index away with all that it has, which Redis frees beside other commands. KEYS, ARGV,
-- reply: see lib.lua. How it went: done, or nothing when there was none.
local index = find_index(name)
if not index then return reply('nothing') end
local freqs, blocked = freqs_of(index), blocked_of(index)
redis.call('DECRBY', held, redis.call('HLEN', freqs) + redis.call('SCARD', blocked))
redis.call('UNLINK', freqs, blocked)
redis.call('HDEL', indexes, name)
append('dropped', name, 'index', index.id)
return reply('done', index)
