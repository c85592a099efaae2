-- Moves a driver who is in one of the given states, and the order in the driver's hands along.
-- ARGV[2…]: driver, new state, what the order becomes or "", then the states to come from
-- Reply: MoveOutcome
local id, to, order_becomes = ARGV[2], ARGV[3], ARGV[4]
local driver = record('driver', id)
local assignment = driver.assignmentId
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
    kind = 'not-from', state = driver.state, assignmentId = assignment or cjson.null
  })
end
if order_becomes ~= '' and assignment then
  local order = record('assignment', assignment).orderId
  redis.call('HSET', key('order', order), 'state', order_becomes)
  if order_becomes == 'delivered' then
    redis.call('ZADD', key('delivered'), instant(now), order)
    redis.call('HSET', key('assignment', assignment), 'state', 'delivered')
    redis.call('HDEL', key('driver', id), 'assignmentId')
  end
end
set_driver_state(id, to)
return kind('moved')
