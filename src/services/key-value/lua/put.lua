-- KEYS: mark, entries   ARGV: mark, key, value
-- Reply: 1
local stale = other_mark(KEYS[1], ARGV[1])
if stale then
  return stale
end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
return 1
