-- Serves a version of the ring from now on, unless a later one, or another of that number, is served.
-- KEYS: version, entries, tombstones   ARGV: ring, version, change
-- Reply: 1, or 0 when the node holds keys of another ring; or the error VERSIONMISMATCH
local served = redis.call('GET', KEYS[1]) or ''
local ring, version, change = string.match(served, '^(%S+) (%d+) (%S+)$')
if ring == ARGV[1] then
  if tonumber(version) > tonumber(ARGV[2]) or (version == ARGV[2] and change ~= ARGV[3]) then
    return redis.error_reply('VERSIONMISMATCH')
  end
  if version == ARGV[2] then
    return 1
  end
elseif ring and redis.call('EXISTS', KEYS[2]) == 1 then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. ARGV[2] .. ' ' .. ARGV[3])
redis.call('UNLINK', KEYS[3])
return 1
