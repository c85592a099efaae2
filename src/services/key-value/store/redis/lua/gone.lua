-- KEYS: version, entries, expiries, tombstones   ARGV: version id, now, key, …
-- Reply: those of the keys that have a tombstone or an expired entry; or the error VERSIONMISMATCH
local mismatch = version_mismatch(KEYS[1], ARGV[1])
if mismatch then
  return mismatch
end
local gone = {}
for i = 3, #ARGV do
  local key = ARGV[i]
  local expiry = redis.call('ZSCORE', KEYS[3], key)
  local is_gone = expiry and tonumber(expiry) <= tonumber(ARGV[2])
  -- A key that was set again keeps its tombstone.
  if not is_gone and redis.call('SISMEMBER', KEYS[4], key) == 1 then
    is_gone = redis.call('HEXISTS', KEYS[2], key) == 0
  end
  if is_gone then
    gone[#gone + 1] = key
  end
end
return gone
