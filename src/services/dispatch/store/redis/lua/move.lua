-- Moves a driver who is in one of the given states, and the order in the driver's hands along.
-- ARGV[2…]: driver, new state, new state of the order or "", then the states to come from
-- Reply: MoveOutcome
local driver, to, order_becomes = record('driver', ARGV[2]), ARGV[3], ARGV[4]
if not driver.state then
  return kind('unknown')
end
if driver.state == to then
  return kind('already')
end
local is_allowed = false
for i = 5, #ARGV do
  is_allowed = is_allowed or ARGV[i] == driver.state
end
if not is_allowed then
  return cjson.encode({
    kind = 'not-from', state = driver.state, assignmentId = driver.assignmentId or cjson.null
  })
end
local assignment, order = find_assignment(driver.assignmentId or '')
if order_becomes ~= '' and assignment then
  set_order_state(order, order_becomes)
  if order_becomes == 'delivered' then
    redis.call('ZREM', key('ends'), order.orderId)
    redis.call('ZADD', key('over'), instant(now), order.orderId)
    redis.call('HSET', key('assignment', assignment.assignmentId), 'state', 'delivered')
    redis.call('HDEL', key('driver', driver.driverId), 'assignmentId')
  end
end
set_driver_state(driver, to)
return kind('moved')
