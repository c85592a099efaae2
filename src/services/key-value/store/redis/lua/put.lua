-- KEYS: version, entries, index, expiries, tombstones
-- ARGV: version id, key, entry, '1' to leave a tombstone in place of an expired entry;
--   with a condition also: now, If-Match, If-None-Match, head of the former owner's entry
-- Reply: 1, or 0 when the condition is not met; or the error VERSIONMISMATCH
local mismatch = version_mismatch(KEYS[1], ARGV[1])
if mismatch then
  return mismatch
end
if ARGV[5] and not is_met(ARGV[2], ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8]) then
  return 0
end
store(ARGV[2], ARGV[3])
return 1
