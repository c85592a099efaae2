-- KEYS: ring   ARGV: mark to replace ('': none), new mark, record
-- Reply: 1, or 0 when something else is there
if (redis.call('HGET', KEYS[1], 'mark') or '') ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'mark', ARGV[2], 'record', ARGV[3])
return 1
