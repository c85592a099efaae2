-- Offers an order of the manual queue to an idle driver.
-- ARGV[2…]: order, driver, assignment, end of the offer
-- Reply: "offered" or why not
local order, driver, assignment, expires_at = unpack(ARGV, 2)
local order_state = redis.call('HGET', key('order', order), 'state')
local driver_state = redis.call('HGET', key('driver', driver), 'state')
if not order_state then
  return 'unknown-order'
end
if not driver_state then
  return 'unknown-driver'
end
if order_state ~= 'manual_assignment' then
  return 'not-manual'
end
if driver_state ~= IDLE then
  return 'driver-busy'
end
redis.call('ZREM', key('manual'), order)
offer(assignment, order, driver, '', 1, expires_at)
return 'offered'
