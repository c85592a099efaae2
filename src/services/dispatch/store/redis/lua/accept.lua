-- A driver accepts an offer.
-- ARGV[2…]: driver, assignment
-- Reply: AcceptOutcome
local found, order, driver = answered(ARGV[2], ARGV[3])
if not found then
  return kind(order)
end
if found.state == 'rejected' then
  return kind('already-rejected')
end
local over = why_over(found)
if over then
  return kind(over)
end
if found.state == 'offered' then
  redis.call('HSET', key('assignment', found.assignmentId), 'state', 'accepted')
  redis.call('ZREM', key('offers'), found.assignmentId)
  set_order_state(order, 'accepted')
  set_driver_state(driver, ACCEPTED)
  publish('driver', driver.driverId)
end
return cjson.encode({
  kind = 'accepted', orderId = order.orderId, hubId = order.hubId or cjson.null
})
