-- KEYS: version, entries   ARGV: version id, key
-- Reply: the entry, also an expired one, or nil; or the error VERSIONMISMATCH
local mismatch = version_mismatch(KEYS[1], ARGV[1])
if mismatch then
  return mismatch
end
return redis.call('HGET', KEYS[2], ARGV[2])
