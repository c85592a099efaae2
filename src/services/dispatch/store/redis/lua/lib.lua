-- Stands before each script of this folder, after the constants of scripts.ts.
--
-- KEYS[1] is the hash tag of one variant, such as "{dispatch-a}". Every other key is derived from
-- it, so all of them live in one Cluster slot and every script is indivisible.
-- ARGV[1] is the instant and becomes `now`.
--
--   order:<id>          hash  doc (JSON, never changed), first_batch, estimate_ms, state, at, batch,
--                             attempts, attempts_total, round, rejected_by (drivers of this round,
--                             each followed by a line feed), by_hand, assignment, table (JSON);
--                             `at` is the end of the delay while reassigning
--   driver:<id>         hash  lat, lng, cell, speed_kmh, max_orders, state, reported_at,
--                             last_assigned_at, assignment (while an order is in the driver's hands)
--   assignment:<id>     hash  order, driver, state, score ("" by hand), offered_at, expires_at,
--                             delay_ms, order_became
--   assignments:<order> set   assignment ids
--   pool, unmatched     zset  order -> instant from which a batch may take it
--   claims              zset  order -> end of the claim
--   delayed             zset  order -> end of the delay
--   offers              zset  assignment -> end of the offer
--   manual, delivered   zset  order -> since when
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

-- Tells the event streams of all replicas.
local function publish(driver)
  redis.call('SPUBLISH', key('changed'), driver)
end

-- Drivers -----------------------------------------------------------------------------------

local function set_driver_state(driver, state)
  local cell = redis.call('HGET', key('driver', driver), 'cell')
  redis.call('HSET', key('driver', driver), 'state', state)
  redis.call(state == IDLE and 'SADD' or 'SREM', key('idle', cell), driver)
end

-- Whether a batch may offer the driver an order.
local function is_matchable(driver)
  local fields = redis.call('HMGET', key('driver', driver), 'state', 'reported_at')
  return fields[1] == IDLE and tonumber(fields[2]) >= now - MAX_SILENCE_MS
end

-- Orders and the next batch -----------------------------------------------------------------

-- The next batch is due at `at` or before.
local function due_by(at)
  local due_at = tonumber(redis.call('HGET', key('next_batch'), 'due_at') or nil)
  if not due_at or at < due_at then
    redis.call('HSET', key('next_batch'), 'due_at', instant(at))
  end
end

local function put_into_pool(order)
  redis.call('HSET', key('order', order), 'state', 'pooled')
  redis.call('ZADD', key('pool'), instant(now), order)
end

-- The order waits for the next batch, for a window at most; from the next instant on, so that
-- batches of this instant do not take it twice.
local function set_unmatched(order)
  redis.call('HSET', key('order', order), 'state', 'unmatched')
  redis.call('ZADD', key('unmatched'), instant(now + 1), order)
  due_by(now + WINDOW_MS)
end

local function set_order(order, state, set, at)
  redis.call('HSET', key('order', order), 'state', state, 'at', instant(at))
  redis.call('ZADD', key(set), instant(at), order)
end

local function offer(assignment, order, driver, score, by_hand, expires_at)
  -- In variant B a driver may be offered an order again in another round, under the same id.
  redis.call('DEL', key('assignment', assignment))
  redis.call('HSET', key('assignment', assignment), 'order', order, 'driver', driver,
    'state', 'offered', 'score', score, 'offered_at', instant(now), 'expires_at', expires_at)
  redis.call('SADD', key('assignments', order), assignment)
  redis.call('ZADD', key('offers'), expires_at, assignment)
  redis.call('HSET', key('order', order), 'state', 'offered', 'assignment', assignment,
    'by_hand', by_hand)
  redis.call('HSET', key('driver', driver), 'assignment', assignment,
    'last_assigned_at', instant(now))
  set_driver_state(driver, ASSIGNED)
  publish(driver)
end

-- The driver does not take the order: the rule of rules/reassignment.ts.
local function next_driver_for(order, driver)
  local k = key('order', order)
  local fields = redis.call('HMGET', k, 'attempts', 'round', 'rejected_by', 'by_hand')
  local attempts, round, rejected_by, by_hand = unpack(fields)
  redis.call('HINCRBY', k, 'attempts_total', 1)
  redis.call('HSET', k, 'rejected_by', rejected_by .. driver .. '\n')
  if by_hand == '1' then
    set_order(order, 'manual_assignment', 'manual', now)
    return 0, 'manual_assignment'
  end
  redis.call('HSET', k, 'attempts', attempts + 1)
  local delay_ms = cjson.decode(DELAYS_MS)[attempts + 1]
  if delay_ms then
    set_order(order, 'reassigning', 'delayed', now + delay_ms)
    return delay_ms, 'reassigning'
  end
  if AFTER_LAST == 'manual_assignment' then
    set_order(order, 'manual_assignment', 'manual', now)
    return 0, 'manual_assignment'
  end
  redis.call('HSET', k, 'attempts', 0, 'round', round + 1, 'rejected_by', '')
  set_unmatched(order)
  return 0, 'unmatched'
end

-- Ends an assignment that the driver rejected or did not answer.
local function end_assignment(assignment, state)
  local order, driver = unpack(redis.call('HMGET', key('assignment', assignment), 'order', 'driver'))
  local delay_ms, became = next_driver_for(order, driver)
  redis.call('HSET', key('assignment', assignment), 'state', state, 'delay_ms', delay_ms,
    'order_became', became)
  redis.call('ZREM', key('offers'), assignment)
  redis.call('HDEL', key('driver', driver), 'assignment')
  set_driver_state(driver, IDLE)
  publish(driver)
  return delay_ms, became
end

-- The assignment that an answer is about, or nil and why there is none.
local function answered(driver, assignment)
  if redis.call('EXISTS', key('driver', driver)) == 0 then
    return nil, 'unknown-driver'
  end
  local fields = redis.call('HMGET', key('assignment', assignment), 'order', 'driver', 'state',
    'expires_at', 'delay_ms', 'order_became')
  if fields[2] ~= driver then
    return nil, 'unknown-assignment'
  end
  return { order = fields[1], state = fields[3], expires_at = tonumber(fields[4]),
    delay_ms = tonumber(fields[5] or nil), order_became = fields[6] }
end
