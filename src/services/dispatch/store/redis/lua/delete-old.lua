-- Deletes orders that have been over, and drivers who have been silent, for long.
-- Reply: whether there may be more
local before = now - KEEP_MS
local function old(set)
  return redis.call('ZRANGEBYSCORE', key(set), '-inf', instant(before), 'LIMIT', 0, PORTION)
end
local orders = old('over')
for _, order in ipairs(orders) do
  for _, assignment in ipairs(redis.call('SMEMBERS', key('assignments', order))) do
    redis.call('DEL', key('assignment', assignment))
  end
  redis.call('DEL', key('assignments', order), key('order', order), key('table', order))
  for _, set in ipairs({ key('over'), key('orders'), key('in', 'delivered'), key('in', 'expired'),
    key('in', 'cancelled') }) do
    redis.call('ZREM', set, order)
  end
end
local drivers = old('drivers')
for _, id in ipairs(drivers) do
  local driver = record('driver', id)
  if not driver.driverId then
    redis.call('ZREM', key('drivers'), id)
    redis.call('ZREM', key('driver_ids'), id)
  elseif driver.assignmentId or tonumber(driver.reportedAt) > before then
    -- In use: looked at again a day later.
    redis.call('ZADD', key('drivers'), instant(now), id)
  else
    redis.call('SREM', key('idle', driver.cell), id)
    redis.call('ZREM', key('drivers'), id)
    redis.call('ZREM', key('driver_ids'), id)
    redis.call('DEL', key('driver', id))
  end
end
return cjson.encode(#orders == PORTION or #drivers == PORTION)
