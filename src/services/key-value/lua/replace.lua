-- KEYS: ring   ARGV: version to replace ('0': none), new version, record
-- Reply: 1, or 0 when another version is there
local version = redis.call('HGET', KEYS[1], 'version') or '0'
if version ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'record', ARGV[3])
return 1
