-- Products and buckets ----------------------------------------------------------------------

local NO_RULES = {}

local function product_of(id)
  local fields = redis.call('HMGET', key('product', id), 'flow', 'generation', 'slots', 'n', 'last_joined_at',
    'promoting', 'loaded', 'passed_premium', 'passed_regular', 'mode', 'rules')
  return fields[1] and {
    id = id,
    flow = fields[1],
    generation = tonumber(fields[2]),
    slots = fields[3],
    n = tonumber(fields[4]),
    last_joined_at = tonumber(fields[5]),
    promoting = fields[6],
    loaded = tonumber(fields[7] or 0),
    passed = { premium = fields[8] or NOBODY.premium, regular = fields[9] or NOBODY.regular },
    mode = fields[10] or 'open',
    rules = fields[11] and cjson.decode(fields[11]) or NO_RULES,
  }
end

local function new_product(id, now)
  redis.call('HSET', key('product', id), 'flow', 'standard', 'generation', 0, 'slots', '[]', 'n', 0,
    'last_joined_at', now)
  redis.call('ZADD', key('unloaded'), now, id)
  return product_of(id)
end

-- A product that never had stock is forgotten when nobody came for too long.
local function is_stale(product, now)
  return product.generation == 0 and now - product.last_joined_at > WAITING_ROOM_MS
end

-- A promotion is under way, a closed sale's room is not empty, or the room is stale: slice.lua comes first.
local function is_unfinished(product, now)
  return product and (product.promoting or is_stale(product, now))
end

local function unfinished(id)
  return { kind = 'unfinished', productId = id }
end

-- Index of the group of buckets to start with, or nil: firstGroup of buckets.ts.
local function first_group(product, slot, time)
  if product.flow ~= 'slotted' then
    return 0
  end
  local running = 0
  for i, name in ipairs(cjson.decode(product.slots)) do
    if name == slot then
      return i - 1
    end
    if name <= time then
      running = i - 1
    end
  end
  return not slot and running or nil
end

-- Units available in each bucket, as texts.
local function available_of(product)
  if product.n == 0 then
    return {}
  end
  local names = {}
  for n = 0, product.n - 1 do
    names[n + 1] = 'b' .. n
  end
  return redis.call('HMGET', key('product', product.id), unpack(names))
end

local function sum(numbers)
  local total = 0
  for _, number in ipairs(numbers) do
    total = total + number
  end
  return total
end

local function gather_units(available, buckets, qty)
  local target = buckets[1]
  if not target then
    return nil
  end
  local missing = qty - available[target + 1]
  local moves = {}
  for i = 2, #buckets do
    local units = math.min(tonumber(available[buckets[i] + 1]), missing)
    if units > 0 then
      moves[#moves + 1] = { buckets[i], units }
    end
    missing = missing - units
    if missing <= 0 then
      return target, moves
    end
  end
  return nil
end

-- Finds the units: planTake of buckets.ts. Returns the bucket and the moves, or nil.
local function plan_take(product, primary, first, qty)
  local available = available_of(product)
  if #available == 0 then
    return nil
  end
  local size = math.min(BUCKETS, #available)
  first = math.min(first, #available / size - 1)
  local reach = {}
  for start = first * size, #available - 1, size do
    local group = {}
    for i = 0, size - 1 do
      group[i + 1] = start + (primary + i) % size
      reach[#reach + 1] = group[i + 1]
    end
    for _, bucket in ipairs(group) do
      if tonumber(available[bucket + 1]) >= qty then
        return bucket, {}
      end
    end
    local bucket, moves = gather_units(available, group, qty)
    if bucket then
      return bucket, moves
    end
  end
  return gather_units(available, reach, qty)
end

-- Holds units in one bucket. Returns the bucket, or nil when the buckets together lack them.
local function take(product, primary, group, qty)
  local hash = key('product', product.id)
  -- Nearly always the primary bucket has the units.
  local size = product.flow == 'race' and 1 or BUCKETS
  local bucket, moves = group * size + primary % size, {}
  if tonumber(redis.call('HGET', hash, 'b' .. bucket) or -1) < qty then
    bucket, moves = plan_take(product, primary, group, qty)
    if not bucket then
      return nil
    end
  end
  for _, move in ipairs(moves) do
    redis.call('HINCRBY', hash, 'b' .. move[1], -move[2])
    redis.call('HINCRBY', hash, 'b' .. bucket, move[2])
  end
  redis.call('HINCRBY', hash, 'b' .. bucket, -qty)
  redis.call('HINCRBY', hash, 'held', qty)
  return bucket
end

-- Whether the buckets together have the units, from the group on.
local function has_units(product, c)
  return plan_take(product, c.bucket, c.group, c.qty) ~= nil
end

-- Reservations ------------------------------------------------------------------------------

local function save_reservation(id, reservation)
  redis.call('SET', key('reservation', id), cjson.encode(reservation))
end

local function reservation_of(id)
  local reservation = redis.call('GET', key('reservation', id))
  return reservation and cjson.decode(reservation)
end

-- The instant at which a hold that begins now lapses, or nil.
local function hold_until(product, now)
  return product.rules.holdMs and now + product.rules.holdMs
end

-- Whether the hold is over; the instant decides, before the sweep as after it.
local function is_lapsed(reservation, now)
  local status, expires_at = reservation.status, reservation.expiresAt
  return status == 'expired' or status == 'held' and expires_at ~= nil and now >= expires_at
end

-- Whether the buyer has the units: held still, or for good.
local function is_kept(reservation, now)
  return reservation.status == 'confirmed' or reservation.status == 'held' and not is_lapsed(reservation, now)
end

-- The end of a hold that goes on, or nil.
local function hold_of(reservation)
  return reservation.status == 'held' and reservation.expiresAt or nil
end

-- The result of a key, as result_of. The end of the hold belongs to it only while the hold goes on.
local function original_of(idempotency_key, now)
  local original = result_of(idempotency_key, now)
  if original and original.expiresAt then
    local reservation = reservation_of(original.reservationId)
    original.expiresAt = is_kept(reservation, now) and hold_of(reservation) or nil
  end
  return original
end

-- The user's reservations of a product that limits them, by the instant at which the hold lapses.
local function lapsing_of(id, user)
  return key('lapsing', id .. '\n' .. user)
end

-- Units of a product that limits them, which the user holds or has confirmed.
local function owned_by(product, user, now)
  local owned = tonumber(redis.call('HGET', key('owned', product.id), user) or 0)
  -- A lapsed hold does not count, whether or not the sweep has come.
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', lapsing_of(product.id, user), '-inf', now)) do
    local reservation = reservation_of(id)
    owned = owned - (reservation.generation == product.generation and reservation.qty or 0)
  end
  return owned
end

-- Takes the units and writes the reservation; false when the buckets lack them.
local function sell(product, c)
  local bucket = take(product, c.bucket, c.group, c.qty)
  if not bucket then
    return false
  end
  save_reservation(c.reservationId, {
    status = 'held', orderId = c.orderId, productId = product.id, generation = product.generation,
    userId = c.userId, qty = c.qty, bucket = bucket, expiresAt = c.expiresAt,
  })
  if c.expiresAt then
    redis.call('ZADD', key('holds'), c.expiresAt, c.reservationId)
    redis.call('ZADD', key('open', c.userId), c.expiresAt, c.reservationId)
  end
  if product.rules.userLimit then
    redis.call('HINCRBY', key('owned', product.id), c.userId, c.qty)
    if c.expiresAt then
      redis.call('ZADD', lapsing_of(product.id, c.userId), c.expiresAt, c.reservationId)
    end
  end
  return true
end

-- A hold that is over cannot lapse.
local function end_hold(id, reservation, status)
  reservation.status = status
  save_reservation(id, reservation)
  if reservation.expiresAt then
    redis.call('ZREM', key('holds'), id)
    redis.call('ZREM', key('open', reservation.userId), id)
    redis.call('ZREM', lapsing_of(reservation.productId, reservation.userId), id)
  end
end

-- Returns the units of a held reservation to their bucket; it is `released` or `expired` then. False
-- when they belong to a former ledger, which is closed.
local function give_back(product, id, reservation, status, now)
  local hash = key('product', product.id)
  local fields = redis.call('HMGET', hash, 'last_return_at', 'return_interval')
  end_hold(id, reservation, status)
  if product.generation ~= reservation.generation then
    return false
  end
  if product.rules.userLimit then
    redis.call('HINCRBY', key('owned', product.id), reservation.userId, -reservation.qty)
  end
  redis.call('HINCRBY', hash, 'held', -reservation.qty)
  redis.call('HINCRBY', hash, 'b' .. reservation.bucket, reservation.qty)
  redis.call('HINCRBY', hash, 'released', reservation.qty)
  if status == 'expired' then
    redis.call('HINCRBY', hash, 'expired', reservation.qty)
  end
  -- The moving average of nextReturnInterval in queue.ts.
  if fields[1] then
    local latest = math.max(0, now - fields[1]) / reservation.qty
    local interval = fields[2] and fields[2] * (1 - SMOOTHING) + latest * SMOOTHING or latest
    redis.call('HSET', hash, 'return_interval', interval)
  end
  redis.call('HSET', hash, 'last_return_at', now)
  return true
end
