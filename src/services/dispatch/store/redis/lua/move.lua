-- Moves a driver who is in one of the given states, and the order in the driver's hands along.
-- ARGV[2…]: driver, new state, what the order becomes or "", then the states to come from
-- Reply: {"moved" | "already" | "unknown"} or {"not-from", state, assignment or ""}
local driver, to, order_becomes = ARGV[2], ARGV[3], ARGV[4]
local state, assignment = unpack(redis.call('HMGET', key('driver', driver), 'state', 'assignment'))
if not state then
  return { 'unknown' }
end
if state == to then
  return { 'already' }
end
local is_allowed = false
for i = 5, #ARGV do
  is_allowed = is_allowed or ARGV[i] == state
end
if not is_allowed then
  return { 'not-from', state, assignment or '' }
end
if order_becomes ~= '' and assignment then
  local order = redis.call('HGET', key('assignment', assignment), 'order')
  redis.call('HSET', key('order', order), 'state', order_becomes)
  if order_becomes == 'delivered' then
    redis.call('ZADD', key('delivered'), instant(now), order)
    redis.call('HSET', key('assignment', assignment), 'state', 'delivered')
    redis.call('HDEL', key('driver', driver), 'assignment')
  end
end
set_driver_state(driver, to)
return { 'moved' }
