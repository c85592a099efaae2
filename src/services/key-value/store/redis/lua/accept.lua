-- KEYS: version, entries, index, expiries, tombstones
-- ARGV: version id, key, entry at the former owner
-- Reply: the entry that is here afterwards, or nil; or the error VERSIONMISMATCH
local mismatch = version_mismatch(KEYS[1], ARGV[1])
if mismatch then
  return mismatch
end
local entry = redis.call('HGET', KEYS[2], ARGV[2])
if entry or redis.call('SISMEMBER', KEYS[5], ARGV[2]) == 1 then
  return entry
end
store(ARGV[2], ARGV[3])
return ARGV[3]
