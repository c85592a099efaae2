-- An order with its latest assignment, and with its driver from acceptance on until it is over.
-- ARGV[2]: order
-- Reply: a list of one TrackedOrder; an empty one for an unknown order
local order = record('order', ARGV[2])
if not order.orderId then
  return list({})
end
local found = with_assignment('order', order)
if found.assignment and found.assignment.state == 'accepted' then
  local driver = record('driver', found.assignment.driverId)
  found.driver = driver.driverId and driver
end
return list({ found })
