-- Moves a driver who is in one of the given states, and the order in the driver's hands along.
-- ARGV[3…]: driver, new state, what the order becomes or "", then the states to come from
-- Reply: {"moved" | "already" | "unknown"} or {"not-from", state, assignment or ""}
local driver, to, becomes = ARGV[3], ARGV[4], ARGV[5]
local fields = redis.call('HMGET', key('driver', driver), 'state', 'assignment')
local state, assignment = fields[1], fields[2]
if not state then
  return { 'unknown' }
end
if state == to then
  return { 'already' }
end
local allowed = false
for i = 6, #ARGV do
  allowed = allowed or ARGV[i] == state
end
if not allowed then
  return { 'not-from', state, assignment or '' }
end
if becomes ~= '' and assignment then
  local order = redis.call('HGET', key('assignment', assignment), 'order')
  redis.call('HSET', key('order', order), 'state', becomes)
  if becomes == 'delivered' then
    redis.call('ZADD', key('finished'), instant(now), order)
    redis.call('HSET', key('assignment', assignment), 'state', 'delivered')
    redis.call('HDEL', key('driver', driver), 'assignment')
  end
end
set_driver_state(driver, to)
return { 'moved' }
