-- Begins an import: its token comes before those of imports that were broken off.
-- KEYS: 1 the mark
-- ARGV: 1 the import's token
-- Reply: the earlier tokens with spaces between, or an empty string
local earlier = redis.call('GET', KEYS[1]) or ''
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. earlier)
return earlier
