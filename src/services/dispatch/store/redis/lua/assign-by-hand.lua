-- Offers an order of the manual queue to an idle driver.
-- ARGV[2…]: order, driver, assignment, end of the offer, new end of the order
-- Reply: ManualOutcome
local order, driver = record('order', ARGV[2]), record('driver', ARGV[3])
local assignment, expires_at, ends_at = unpack(ARGV, 4)
if not order.state then
  return cjson.encode('unknown-order')
end
if not driver.state then
  return cjson.encode('unknown-driver')
end
if order.state ~= 'manual_assignment' then
  return cjson.encode('not-manual')
end
if driver.state ~= IDLE then
  return cjson.encode('driver-busy')
end
order.endsAt = ends_at
redis.call('HSET', key('order', order.orderId), 'endsAt', ends_at)
redis.call('ZADD', key('ends'), ends_at, order.orderId)
redis.call('ZREM', key('manual'), order.orderId)
offer(assignment, order, driver, '', 1, expires_at)
return cjson.encode('offered')
