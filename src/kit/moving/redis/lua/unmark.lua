-- Ends an import: its mark goes, if it is still its own.
-- KEYS: 1 the mark
-- ARGV: 1 the import's token
-- Reply: 1, or 0 when another import has marked the keys since
local mark = redis.call('GET', KEYS[1]) or ''
if string.match(mark, '^%S*') ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
