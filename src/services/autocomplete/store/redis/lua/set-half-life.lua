-- Sets the half-life of an index from now on. Own ARGV: hours, 0 for never. KEYS, other ARGV,
-- reply: see lib.lua. How it went: done or too-many-indexes. Numbers: half-lives passed until now.
local hours = tonumber(ARGV[first_own])
local index = index_for(name)
if not index then return reply('too-many-indexes') end
save_index(name, index.id, hours, now, index.halvings)
local halvings = text_of(index.halvings)
append('half-life', text_of(hours), 'index', index.id, 'since', text_of(now), 'halvings', halvings)
return reply('done', index, { halvings })
