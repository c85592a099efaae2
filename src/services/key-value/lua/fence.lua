-- KEYS: mark, record, entries, tombstones   ARGV: ring, version, change, record
-- Reply: 1, or 0 when the node holds keys of another ring
local ring, version, change = string.match(redis.call('GET', KEYS[1]) or '', '^(%S+) (%d+) (%S+)$')
if ring == ARGV[1] then
  if tonumber(version) > tonumber(ARGV[2]) or (version == ARGV[2] and change ~= ARGV[3]) then
    return redis.error_reply('STALE ring')
  end
  if version == ARGV[2] then
    return 1
  end
elseif ring and redis.call('EXISTS', KEYS[3]) == 1 then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. ARGV[2] .. ' ' .. ARGV[3])
redis.call('SET', KEYS[2], ARGV[4])
redis.call('UNLINK', KEYS[4])
return 1
