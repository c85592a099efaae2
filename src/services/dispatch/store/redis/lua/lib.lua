-- Loaded before each script: the offers of drivers, and how they end.

local function set_driver_state(driver, state)
  redis.call('HSET', key('driver', driver.driverId), 'state', state)
  redis.call(state == IDLE and 'SADD' or 'SREM', key('idle', driver.cell), driver.driverId)
end

-- Whether a batch may offer the driver an order.
local function is_matchable(driver)
  return driver.state == IDLE and tonumber(driver.reportedAt) >= now - MAX_SILENCE_MS
end

-- The offer ends with its order at the latest.
local function offer(assignment, order, driver, score, by_hand, expires_at)
  expires_at = instant(math.min(tonumber(expires_at), tonumber(order.endsAt)))
  redis.call('HSET', key('assignment', assignment), 'assignmentId', assignment,
    'orderId', order.orderId, 'driverId', driver.driverId, 'state', 'offered',
    'offeredAt', instant(now), 'expiresAt', expires_at, 'score', score)
  redis.call('SADD', key('assignments', order.orderId), assignment)
  redis.call('ZADD', key('offers'), expires_at, assignment)
  set_order_state(order, 'offered', 'assignmentId', assignment, 'byHand', by_hand)
  redis.call('HSET', key('driver', driver.driverId), 'assignmentId', assignment,
    'lastAssignedAt', instant(now))
  set_driver_state(driver, ASSIGNED)
  publish('driver', driver.driverId)
end

-- The drivers who refused or missed an order, with this one as the latest.
local function with_refusal(rejected_by, driver)
  local others = {}
  for id in rejected_by:gmatch('[^\n]+') do
    if id ~= driver then
      others[#others + 1] = id .. '\n'
    end
  end
  return table.concat(others) .. driver .. '\n'
end

-- The driver does not take the order: the rule of rules/reassignment.ts.
local function next_driver_for(order, driver)
  local id, attempts = order.orderId, order.attempts + 1
  local delay_ms = cjson.decode(DELAYS_MS)[attempts]
  redis.call('HSET', key('order', id), 'attemptsTotal', order.attemptsTotal + 1,
    'rejectedBy', with_refusal(order.rejectedBy, driver.driverId))
  if order.byHand == '1' then
    put_into_manual_queue(order)
    return 0, 'manual_assignment'
  end
  redis.call('HSET', key('order', id), 'attempts', attempts)
  if delay_ms then
    local due_at = instant(now + delay_ms)
    set_order_state(order, 'reassigning', 'dueAt', due_at)
    redis.call('ZADD', key('delayed'), due_at, id)
    return delay_ms, 'reassigning'
  end
  if AFTER_LAST == 'manual_assignment' then
    put_into_manual_queue(order)
    return 0, 'manual_assignment'
  end
  redis.call('HSET', key('order', id), 'attempts', 0, 'round', order.round + 1)
  set_unmatched(order)
  return 0, 'unmatched'
end

-- The driver of an assignment is idle again.
local function free(driver, assignment, state, delay_ms, became)
  redis.call('HSET', key('assignment', assignment), 'state', state, 'delayMs', delay_ms,
    'orderBecame', became)
  redis.call('ZREM', key('offers'), assignment)
  redis.call('HDEL', key('driver', driver.driverId), 'assignmentId')
  set_driver_state(driver, IDLE)
  publish('driver', driver.driverId)
end

-- An assignment with its order and driver; nil unless all three are there.
local function find_assignment(id)
  local assignment = record('assignment', id)
  local order = record('order', assignment.orderId or '')
  local driver = record('driver', assignment.driverId or '')
  if order.orderId and driver.driverId then
    return assignment, order, driver
  end
end

-- Ends an assignment that the driver rejected or did not answer.
local function end_assignment(assignment, order, driver, state)
  local delay_ms, became = next_driver_for(order, driver)
  free(driver, assignment.assignmentId, state, delay_ms, became)
  return delay_ms, became
end

-- Ends an order that nobody will deliver, whatever its state, and its driver's part in it.
local function end_order(order, assignment_state, state)
  local id = order.orderId
  for _, set in ipairs({ 'ends', 'pool', 'unmatched', 'claims', 'delayed', 'manual' }) do
    redis.call('ZREM', key(set), id)
  end
  set_order_state(order, state)
  redis.call('HDEL', key('order', id), 'dueAt')
  redis.call('ZADD', key(state == 'manual_assignment' and 'manual' or 'over'), instant(now), id)
  local assignment, _, driver = find_assignment(order.assignmentId or '')
  if assignment and driver.assignmentId == order.assignmentId then
    free(driver, order.assignmentId, assignment_state, 0, state)
  end
end

-- Finds the assignment of an answer, with its order and driver; or nil and why there is none.
local function answered(driver, assignment)
  if redis.call('EXISTS', key('driver', driver)) == 0 then
    return nil, 'unknown-driver'
  end
  local found, order, its_driver = find_assignment(assignment)
  if not found or found.driverId ~= driver then
    return nil, 'unknown-assignment'
  end
  return found, order, its_driver
end

-- Why the offer is over, if it is: even when it has ended and no timer has run yet.
local function why_over(assignment)
  if assignment.state == 'cancelled' then
    return 'cancelled'
  end
  local is_open = assignment.state == 'offered' and now < tonumber(assignment.expiresAt)
  if assignment.state == 'expired' or (assignment.state == 'offered' and not is_open) then
    return 'expired'
  end
end

-- A record with the assignment that it names, if there is one.
local function with_assignment(name, found)
  local assignment = record('assignment', found.assignmentId or '')
  return { [name] = found, assignment = assignment.assignmentId and assignment }
end
