-- KEYS: ring   ARGV: id of the version to replace ('': none), id of the new one, its record
-- Reply: 1, or 0 when something else is there
if (redis.call('HGET', KEYS[1], 'version') or '') ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'record', ARGV[3])
return 1
