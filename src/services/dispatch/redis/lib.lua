-- Shared by the scripts of dispatch; loaded in front of each but report.lua.
--
-- KEYS[1] is the hash tag of one variant, such as "{dispatch-a}". Every other key is derived from
-- it, so all of them live in one Cluster slot and every script is indivisible.
-- ARGV[1] is the JSON of the variant's states and delays (see rulesOf in store.ts) and becomes
-- `rules`; ARGV[2] is the instant and becomes `now`.
--
--   order:<id>       hash  doc (JSON, never changed), state, at, batch, attempts, total, round,
--                          excluded (drivers, each followed by a line feed), by_hand, assignment,
--                          table (JSON); `at` is the end of the delay while reassigning
--   driver:<id>      hash  lat, lng, cell, speed, max_orders, state, heard_at, last_assigned_at,
--                          assignment (while an order is in the driver's hands)
--   assignment:<id>  hash  order, driver, state, score, offered_at, expires_at, delay, became
--   assignments:<order> set of assignment ids
--   pool, left_over  zset  order -> instant from which a batch may take it
--   claims           zset  order -> end of the claim
--   delayed          zset  order -> end of the delay
--   offers           zset  assignment -> end of the offer
--   manual, finished zset  order -> since when
--   idle:<cell>      set   idle drivers, also silent ones
--   heard            zset  all drivers -> instant of a report, renewed once an hour
--   gathering        hash  batch, arrived, flush_at
--   hub:<id>         hash  lat, lng
--   changed          sharded pub/sub channel: drivers whose open offers may have changed

local rules = cjson.decode(ARGV[1])
local now = tonumber(ARGV[2])

local function key(kind, id)
  return KEYS[1] .. ':' .. kind .. (id and ':' .. id or '')
end

-- An instant as text; Lua alone would write 1.7e+12.
local function instant(at)
  return string.format('%.0f', at)
end

local function tell(driver)
  redis.call('SPUBLISH', key('changed'), driver)
end

-- Drivers -----------------------------------------------------------------------------------

local function set_driver_state(driver, state)
  local cell = redis.call('HGET', key('driver', driver), 'cell')
  redis.call('HSET', key('driver', driver), 'state', state)
  redis.call(state == rules.idle and 'SADD' or 'SREM', key('idle', cell), driver)
end

-- Orders and the gathering batch ------------------------------------------------------------

-- Lets a batch be due at `at` or before.
local function wake(at)
  local due = tonumber(redis.call('HGET', key('gathering'), 'flush_at') or nil)
  if not due or at < due then
    redis.call('HSET', key('gathering'), 'flush_at', instant(at))
  end
end

-- Puts an order into the pool, with a batch due at `flush_at` or before.
local function pool(order, flush_at)
  redis.call('HSET', key('order', order), 'state', 'pooled')
  redis.call('ZADD', key('pool'), instant(now), order)
  wake(flush_at)
end

-- Lets an order wait for the next batch, for a window at most; from the next instant on, so that
-- one flush does not take it twice.
local function leave_over(order)
  redis.call('HSET', key('order', order), 'state', 'left_over')
  redis.call('ZADD', key('left_over'), instant(now + 1), order)
  wake(now + rules.window)
end

local function into(set, order, state, at)
  redis.call('HSET', key('order', order), 'state', state, 'at', instant(at))
  redis.call('ZADD', key(set), instant(at), order)
end

local function offer(assignment, order, driver, score, by_hand, expires_at)
  redis.call('DEL', key('assignment', assignment))
  redis.call('HSET', key('assignment', assignment), 'order', order, 'driver', driver,
    'state', 'offered', 'score', score, 'offered_at', instant(now), 'expires_at', expires_at)
  redis.call('SADD', key('assignments', order), assignment)
  redis.call('ZADD', key('offers'), expires_at, assignment)
  redis.call('HSET', key('order', order), 'state', 'offered', 'assignment', assignment,
    'by_hand', by_hand)
  redis.call('HSET', key('driver', driver), 'assignment', assignment,
    'last_assigned_at', instant(now))
  set_driver_state(driver, rules.assigned)
end

-- The driver does not take it: after a delay another one is asked, as long as delays are left.
local function next_driver_for(order, driver)
  local k = key('order', order)
  local fields = redis.call('HMGET', k, 'attempts', 'round', 'excluded', 'by_hand')
  local attempts = tonumber(fields[1])
  redis.call('HINCRBY', k, 'total', 1)
  redis.call('HSET', k, 'excluded', fields[3] .. driver .. '\n')
  if fields[4] == '1' then
    into('manual', order, 'manual_assignment', now)
    return 0, 'manual_assignment'
  end
  redis.call('HSET', k, 'attempts', attempts + 1)
  local delay = rules.delays[attempts + 1]
  if delay then
    into('delayed', order, 'reassigning', now + delay)
    return delay, 'reassigning'
  end
  if rules.afterLast == 'manual_assignment' then
    into('manual', order, 'manual_assignment', now)
    return 0, 'manual_assignment'
  end
  redis.call('HSET', k, 'attempts', 0, 'round', tonumber(fields[2]) + 1, 'excluded', '')
  leave_over(order)
  return 0, 'left_over'
end

-- Ends an assignment that the driver does not want or did not answer.
local function reassign(assignment, state)
  local fields = redis.call('HMGET', key('assignment', assignment), 'order', 'driver')
  local delay, became = next_driver_for(fields[1], fields[2])
  redis.call('HSET', key('assignment', assignment), 'state', state, 'delay', delay,
    'became', became)
  redis.call('ZREM', key('offers'), assignment)
  redis.call('HDEL', key('driver', fields[2]), 'assignment')
  set_driver_state(fields[2], rules.idle)
  tell(fields[2])
  return delay, became
end

-- The assignment that an answer is about, or nil and why there is none.
local function answered(driver, assignment)
  if redis.call('EXISTS', key('driver', driver)) == 0 then
    return nil, 'unknown-driver'
  end
  local fields = redis.call('HMGET', key('assignment', assignment), 'order', 'driver', 'state',
    'expires_at', 'delay', 'became')
  if fields[2] ~= driver then
    return nil, 'unknown-assignment'
  end
  return { order = fields[1], state = fields[3], expires_at = tonumber(fields[4]),
    delay = tonumber(fields[5] or nil), became = fields[6] }
end
