-- KEYS: version, entries, index, expiries ARGV: version id, first key that may be in the list,
-- prefix, most keys to look at, now Reply: {the last key if as many as asked were read, else nil;
-- list of {key, bytes of the value, expiry or ''}}; or the error VERSIONMISMATCH
local mismatch = version_mismatch(KEYS[1], ARGV[1])
if mismatch then
  return mismatch
end
-- No key has the byte 255: keys are UTF-8.
local last = ARGV[3] == '' and '+' or '(' .. ARGV[3] .. '\255'
local keys = redis.call('ZRANGE', KEYS[3], '[' .. ARGV[2], last, 'BYLEX', 'LIMIT', 0, ARGV[4])
local listed = {}
for _, key in ipairs(keys) do
  local expiry = redis.call('ZSCORE', KEYS[4], key)
  if not expiry or tonumber(expiry) > tonumber(ARGV[5]) then
    local size = redis.call('HSTRLEN', KEYS[2], key) - 31
    listed[#listed + 1] = { key, size, expiry or '' }
  end
end
return { #keys == tonumber(ARGV[4]) and keys[#keys] or false, listed }
