-- KEYS: version, entries   ARGV: version id, key, value
-- Reply: 1, or the error VERSIONMISMATCH
local mismatch = version_mismatch(KEYS[1], ARGV[1])
if mismatch then
  return mismatch
end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
return 1
