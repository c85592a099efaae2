-- KEYS: version, entries, tombstones   ARGV: version id, key, '1' to leave a tombstone
-- Reply: 1, or the error VERSIONMISMATCH
local mismatch = version_mismatch(KEYS[1], ARGV[1])
if mismatch then
  return mismatch
end
redis.call('HDEL', KEYS[2], ARGV[2])
if ARGV[3] == '1' then
  redis.call('SADD', KEYS[3], ARGV[2])
end
return 1
