-- KEYS: version, entries, index, expiries, tombstones
-- ARGV: version id, key, '1' to leave a tombstone;
--   with a condition also: now, If-Match, If-None-Match, head of the former owner's entry
-- Reply: 1, or 0 when the condition is not met; or the error VERSIONMISMATCH
local mismatch = version_mismatch(KEYS[1], ARGV[1])
if mismatch then
  return mismatch
end
if ARGV[4] and not is_met(ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7]) then
  return 0
end
remove(ARGV[2], ARGV[3])
return 1
