-- KEYS: version, entries, index, expiries, tombstones
-- ARGV: version id, key, now, '1' to leave a tombstone
-- Reply: the entry, if it has not expired, or nil; or the error VERSIONMISMATCH
local mismatch = version_mismatch(KEYS[1], ARGV[1])
if mismatch then
  return mismatch
end
local entry = redis.call('HGET', KEYS[2], ARGV[2])
if entry and not is_expired(entry, ARGV[3]) then
  return entry
end
remove(ARGV[2], ARGV[4])
return nil
