-- Stands before each script of this folder, after the constants of scripts.ts.
--
-- KEYS are the hash tag of one variant, such as "{dispatch-a}", and "{dispatch-a}:absent". Neither
-- exists: all keys are derived from the tag, so they live in one Cluster slot and every script is
-- indivisible; while that slot moves, Redis refuses every script (docs/adr/0024).
-- ARGV[1] is the instant and becomes `now`.
--
--   order:<id>          hash  OrderRecord of store/orders.ts, and firstBatch, estimateMs, byHand
--   table:<order>       JSON  score table of the order's last batch
--   driver:<id>         hash  Driver of store/drivers.ts
--   assignment:<id>     hash  Assignment of store/offers.ts
--   assignments:<order> set   assignment ids
--   pool, unmatched     zset  order -> instant from which a batch may take it
--   claims              zset  order -> end of the claim
--   delayed             zset  order -> end of the delay
--   offers              zset  assignment -> end of the offer
--   ends                zset  order -> its end, unless it is over or in the manual queue
--   manual, over        zset  order -> since when
--   idle:<cell>         set   idle drivers, also silent ones
--   drivers             zset  all drivers -> instant of a report, renewed once an hour
--   next_batch          hash  batch, new_orders, due_at: see rules/batching.ts
--   hub:<id>            hash  lat, lng
--   changed             sharded pub/sub channel: drivers whose open offers may have changed

local now = tonumber(ARGV[1])

local function key(kind, id)
  return KEYS[1] .. ':' .. kind .. (id and ':' .. id or '')
end

-- An instant as text; Lua alone would write 1.7e+12.
local function instant(at)
  return string.format('%.0f', at)
end

-- The fields of a hash by name; without any if there is none.
local function record(kind, id)
  local flat, fields = redis.call('HGETALL', key(kind, id)), {}
  for i = 1, #flat, 2 do
    fields[flat[i]] = flat[i + 1]
  end
  return fields
end

-- A reply that is a list; cjson alone would write an empty one as {}.
local function list(records)
  return #records == 0 and '[]' or cjson.encode(records)
end

-- A reply that only says what happened.
local function kind(word)
  return cjson.encode({ kind = word })
end

-- Tells the event streams of all replicas.
local function publish(driver)
  redis.call('SPUBLISH', key('changed'), driver)
end

-- Drivers -----------------------------------------------------------------------------------

local function set_driver_state(driver, state)
  redis.call('HSET', key('driver', driver.driverId), 'state', state)
  redis.call(state == IDLE and 'SADD' or 'SREM', key('idle', driver.cell), driver.driverId)
end

-- Whether a batch may offer the driver an order.
local function is_matchable(driver)
  return driver.state == IDLE and tonumber(driver.reportedAt) >= now - MAX_SILENCE_MS
end

-- Orders and the next batch -----------------------------------------------------------------

-- The next batch is due at `at` or before; returns when.
local function due_by(at)
  local due_at = tonumber(redis.call('HGET', key('next_batch'), 'due_at') or at)
  if at <= due_at then
    redis.call('HSET', key('next_batch'), 'due_at', instant(at))
  end
  return math.min(at, due_at)
end

local function put_into_pool(order)
  redis.call('HSET', key('order', order), 'state', 'pooled')
  redis.call('HDEL', key('order', order), 'dueAt')
  redis.call('ZADD', key('pool'), instant(now), order)
end

-- The order waits for the next batch, for a window at most; from the next instant on, so that
-- batches of this instant do not take it twice.
local function set_unmatched(order)
  redis.call('HSET', key('order', order), 'state', 'unmatched')
  redis.call('ZADD', key('unmatched'), instant(now + 1), order)
  due_by(now + WINDOW_MS)
end

local function put_into_manual_queue(order)
  redis.call('HSET', key('order', order), 'state', 'manual_assignment')
  redis.call('ZREM', key('ends'), order)
  redis.call('ZADD', key('manual'), instant(now), order)
end

-- The offer ends with its order at the latest.
local function offer(assignment, order, driver, score, by_hand, expires_at)
  expires_at = instant(math.min(tonumber(expires_at), tonumber(order.endsAt)))
  redis.call('HSET', key('assignment', assignment), 'assignmentId', assignment,
    'orderId', order.orderId, 'driverId', driver.driverId, 'state', 'offered',
    'offeredAt', instant(now), 'expiresAt', expires_at, 'score', score)
  redis.call('SADD', key('assignments', order.orderId), assignment)
  redis.call('ZADD', key('offers'), expires_at, assignment)
  redis.call('HSET', key('order', order.orderId), 'state', 'offered', 'assignmentId', assignment,
    'byHand', by_hand)
  redis.call('HSET', key('driver', driver.driverId), 'assignmentId', assignment,
    'lastAssignedAt', instant(now))
  set_driver_state(driver, ASSIGNED)
  publish(driver.driverId)
end

-- The driver does not take the order: the rule of rules/reassignment.ts.
local function next_driver_for(order, driver)
  local id, attempts = order.orderId, order.attempts + 1
  local delay_ms = cjson.decode(DELAYS_MS)[attempts]
  redis.call('HSET', key('order', id), 'attemptsTotal', order.attemptsTotal + 1,
    'rejectedBy', order.rejectedBy .. driver.driverId .. '\n')
  if order.byHand == '1' then
    put_into_manual_queue(id)
    return 0, 'manual_assignment'
  end
  redis.call('HSET', key('order', id), 'attempts', attempts)
  if delay_ms then
    local due_at = instant(now + delay_ms)
    redis.call('HSET', key('order', id), 'state', 'reassigning', 'dueAt', due_at)
    redis.call('ZADD', key('delayed'), due_at, id)
    return delay_ms, 'reassigning'
  end
  if AFTER_LAST == 'manual_assignment' then
    put_into_manual_queue(id)
    return 0, 'manual_assignment'
  end
  redis.call('HSET', key('order', id), 'attempts', 0, 'round', order.round + 1, 'rejectedBy', '')
  set_unmatched(id)
  return 0, 'unmatched'
end

-- The driver of an assignment is idle again.
local function free(driver, assignment, state, delay_ms, became)
  redis.call('HSET', key('assignment', assignment), 'state', state, 'delayMs', delay_ms,
    'orderBecame', became)
  redis.call('ZREM', key('offers'), assignment)
  redis.call('HDEL', key('driver', driver.driverId), 'assignmentId')
  set_driver_state(driver, IDLE)
  publish(driver.driverId)
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

-- Ends an order that is not delivered in time; its driver, if it has one, is idle again.
local function end_order(id)
  local order = record('order', id)
  for _, set in ipairs({ 'ends', 'pool', 'unmatched', 'claims', 'delayed' }) do
    redis.call('ZREM', key(set), id)
  end
  if not order.orderId then
    return
  end
  redis.call('HSET', key('order', id), 'state', AT_END)
  redis.call('HDEL', key('order', id), 'dueAt')
  redis.call('ZADD', key(AT_END == 'expired' and 'over' or 'manual'), instant(now), id)
  local assignment, _, driver = find_assignment(order.assignmentId or '')
  if assignment and driver.assignmentId == order.assignmentId then
    free(driver, order.assignmentId, 'expired', 0, AT_END)
  end
end

-- The assignment that an answer is about, with its order and driver; or nil and why there is none.
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

-- Whether the offer has ended, also when nobody has looked yet.
local function is_over(assignment)
  return assignment.state == 'expired' or
    (assignment.state == 'offered' and now >= tonumber(assignment.expiresAt))
end
