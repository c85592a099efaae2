-- A driver accepts an offer.
-- ARGV[2…]: driver, assignment
-- Reply: AcceptOutcome
local driver, assignment = ARGV[2], ARGV[3]
local found, why_not = answered(driver, assignment)
if not found then
  return kind(why_not)
end
if found.state == 'rejected' then
  return kind('already-rejected')
end
if is_over(found) then
  return kind('expired')
end
local order = record('order', found.orderId)
if found.state == 'offered' then
  redis.call('HSET', key('assignment', assignment), 'state', 'accepted')
  redis.call('ZREM', key('offers'), assignment)
  redis.call('HSET', key('order', found.orderId), 'state', 'accepted')
  set_driver_state(driver, ACCEPTED)
  publish(driver)
end
return cjson.encode({ kind = 'accepted', orderId = found.orderId, hubId = order.hubId or cjson.null })
