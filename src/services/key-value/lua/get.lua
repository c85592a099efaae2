-- KEYS: mark, entries   ARGV: mark, key
-- Reply: the value, or nil
local stale = other_mark(KEYS[1], ARGV[1])
if stale then
  return stale
end
return redis.call('HGET', KEYS[2], ARGV[2])
