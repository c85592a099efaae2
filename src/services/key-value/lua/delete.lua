-- KEYS: mark, entries, tombstones   ARGV: mark, key, '1' to leave a tombstone
-- Reply: 1
local stale = other_mark(KEYS[1], ARGV[1])
if stale then
  return stale
end
redis.call('HDEL', KEYS[2], ARGV[2])
if ARGV[3] == '1' then
  redis.call('SADD', KEYS[3], ARGV[2])
end
return 1
