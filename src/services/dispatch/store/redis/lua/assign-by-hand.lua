-- Offers an order of the manual queue to an idle driver.
-- ARGV[2…]: order, driver, assignment, end of the offer
-- Reply: ManualOutcome
local order, driver, assignment, expires_at = unpack(ARGV, 2)
local order_state, driver_state = record('order', order).state, record('driver', driver).state
if not order_state then
  return cjson.encode('unknown-order')
end
if not driver_state then
  return cjson.encode('unknown-driver')
end
if order_state ~= 'manual_assignment' then
  return cjson.encode('not-manual')
end
if driver_state ~= IDLE then
  return cjson.encode('driver-busy')
end
redis.call('ZREM', key('manual'), order)
offer(assignment, order, driver, '', 1, expires_at)
return cjson.encode('offered')
