-- KEYS: version, tombstones   ARGV: version
-- Reply: 1
local own = redis.call('GET', KEYS[1]) or '0'
if tonumber(own) > tonumber(ARGV[1]) then
  return redis.error_reply('STALE ' .. own)
end
if own ~= ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[1])
  redis.call('UNLINK', KEYS[2])
end
return 1
