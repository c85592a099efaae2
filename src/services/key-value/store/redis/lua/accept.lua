-- KEYS: version, entries, tombstones   ARGV: version id, key, value at the former owner
-- Reply: the value that is here afterwards, or nil; or the error VERSIONMISMATCH
local mismatch = version_mismatch(KEYS[1], ARGV[1])
if mismatch then
  return mismatch
end
local value = redis.call('HGET', KEYS[2], ARGV[2])
if value or redis.call('SISMEMBER', KEYS[3], ARGV[2]) == 1 then
  return value
end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
return ARGV[3]
