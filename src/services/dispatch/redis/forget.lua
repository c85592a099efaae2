-- Forgets orders that are delivered and drivers that are silent, for long.
-- ARGV[3…]: the latest instant that counts as long ago, how many of each at most
-- Reply: 1 while there may be more
local before, portion = ARGV[3], tonumber(ARGV[4])
local orders = redis.call('ZRANGEBYSCORE', key('finished'), '-inf', before, 'LIMIT', 0, portion)
for _, order in ipairs(orders) do
  for _, assignment in ipairs(redis.call('SMEMBERS', key('assignments', order))) do
    redis.call('DEL', key('assignment', assignment))
  end
  redis.call('DEL', key('assignments', order), key('order', order))
  redis.call('ZREM', key('finished'), order)
end
local drivers = redis.call('ZRANGEBYSCORE', key('heard'), '-inf', before, 'LIMIT', 0, portion)
for _, driver in ipairs(drivers) do
  local fields = redis.call('HMGET', key('driver', driver), 'cell', 'assignment', 'heard_at')
  if fields[2] or tonumber(fields[3]) > tonumber(before) then
    -- In use: looked at again a day later.
    redis.call('ZADD', key('heard'), instant(now), driver)
  else
    redis.call('SREM', key('idle', fields[1]), driver)
    redis.call('ZREM', key('heard'), driver)
    redis.call('DEL', key('driver', driver))
  end
end
return (#orders == portion or #drivers == portion) and 1 or 0
