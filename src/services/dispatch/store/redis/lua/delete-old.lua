-- Deletes orders that were delivered, and drivers who have been silent, for long.
-- Reply: 1 while there may be more
local before = now - KEEP_MS
local function old(set)
  return redis.call('ZRANGEBYSCORE', key(set), '-inf', instant(before), 'LIMIT', 0, PORTION)
end
local orders = old('delivered')
for _, order in ipairs(orders) do
  for _, assignment in ipairs(redis.call('SMEMBERS', key('assignments', order))) do
    redis.call('DEL', key('assignment', assignment))
  end
  redis.call('DEL', key('assignments', order), key('order', order))
  redis.call('ZREM', key('delivered'), order)
end
local drivers = old('drivers')
for _, driver in ipairs(drivers) do
  local fields = redis.call('HMGET', key('driver', driver), 'cell', 'assignment', 'reported_at')
  if fields[2] or tonumber(fields[3]) > before then
    -- In use: looked at again a day later.
    redis.call('ZADD', key('drivers'), instant(now), driver)
  else
    redis.call('SREM', key('idle', fields[1]), driver)
    redis.call('ZREM', key('drivers'), driver)
    redis.call('DEL', key('driver', driver))
  end
end
return (#orders == PORTION or #drivers == PORTION) and 1 or 0
