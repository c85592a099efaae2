-- Shared by all scripts of the flash sale; loaded in front of each, after the constants of
-- ../scripts.ts and kit/sliding-window.lua.
--
-- KEYS are the hash tag of the sale, such as "{fs}", and "{fs}:absent". Neither exists: all keys
-- are derived from the tag, so they live in one Cluster slot and every script is indivisible
-- (docs/adr/0006); while that slot moves, Redis refuses every script (docs/adr/0024).
-- A script is not rolled back, so each reads and decodes all that it needs before its first write.
-- ARGV[1] is the argument as JSON, `a` below. Every script replies JSON: the outcome as the port
-- names it. What is stored as JSON has the names of the port too.
--
--   product:<id>     hash   flow, generation, loaded, released, held, confirmed, slots (JSON),
--                           vouchers_left, opened_at, last_joined_at, last_return_at,
--                           return_interval, joined, passed_premium, passed_regular (rank scores
--                           of the last who was passed over), n (buckets), b0 … b<n-1> (units available),
--                           promoting (seed that the promotion under way began with)
--   reservation:<id> string JSON {status, orderId, productId, generation, userId, qty, bucket}
--   room:<product>   zset   user -> class * 2^52 + sequence (class 0 premium, 1 regular)
--   waiters:<product> hash  user -> JSON {qty, bucket, group, entered_ns}
--   waits:<user>     set    products that the user waits for
--   promoted:<user>  hash   product -> JSON promotion
--   promotion:<seed> list   JSON promotions, from the second slice on
--   promoting        set    products whose promotion is not over
--   result:<key>     string JSON {at, original}, and of one that runs {holder, counted}
--   window:<device>  string instants of up to 20 requests, newest first, 13 digits each
--   unloaded         zset   products that never had stock, by the instant of the last newcomer
--   slots            zset   checkouts that hold a slot of the pool, by the end of their lifetime
--   members          set    premium users
--   vouchers:<product> set  holders
--   and those of the lottery: see lottery/lua/lib.lua

local REGULAR = 2 ^ 52
-- Rank scores before those of anybody in a class.
local NOBODY = { premium = '0', regular = string.format('%.0f', REGULAR) }
local a = cjson.decode(ARGV[1])

local function key(kind, id)
  return KEYS[1] .. ':' .. kind .. (id and ':' .. id or '')
end

-- A reply with lists: cjson writes an empty one as {}. None of our objects is empty, and the name
-- before the colon cannot be the end of a text, whose quotes are escaped.
local function json(reply)
  return (string.gsub(cjson.encode(reply), '(%a)":{}', '%1":[]'))
end

-- An instant as the 13 digits that rate windows compare.
local function instant(now)
  return string.format('%013.0f', now)
end

-- Rate windows ------------------------------------------------------------------------------

-- The window of a device as it is now: see kit/sliding-window.lua.
local function requests_of(device, now)
  local stored = redis.call('GET', key('window', device)) or ''
  return window_of(stored, RATE_LIMIT, instant(now - RATE_WINDOW_MS))
end

local function has_room(requests)
  return window_room(requests, RATE_LIMIT) > 0
end

local function save_window(device, requests)
  redis.call('SET', key('window', device), requests, 'PX', 2 * RATE_WINDOW_MS)
end

-- Returns the instant that it recorded: a device's clock does not go back.
local function record(device, requests, now)
  local recorded = window_record(requests, instant(now))
  save_window(device, recorded)
  return string.sub(recorded, 1, WIDTH)
end

-- Idempotency keys --------------------------------------------------------------------------

local function saved_result(idempotency_key)
  local saved = redis.call('GET', key('result', idempotency_key))
  return saved and cjson.decode(saved)
end

-- What the key yielded, or nil when it may be used (again). The instant decides; that the key
-- expires is housekeeping.
local function result_of(idempotency_key, now)
  local saved = saved_result(idempotency_key)
  if saved and now - saved.at < (saved.original.kind == 'running' and LOCK_MS or RESULT_MS) then
    return saved.original
  end
end

local function save_result(idempotency_key, result)
  redis.call('SET', key('result', idempotency_key), cjson.encode(result), 'PX', RESULT_MS)
end

-- Products and buckets ----------------------------------------------------------------------

local function product_of(id)
  local fields = redis.call('HMGET', key('product', id), 'flow', 'generation', 'slots', 'n', 'last_joined_at',
    'promoting', 'loaded', 'passed_premium', 'passed_regular')
  return fields[1] and {
    id = id,
    flow = fields[1],
    generation = tonumber(fields[2]),
    slots = fields[3],
    n = tonumber(fields[4]),
    last_joined_at = tonumber(fields[5]),
    promoting = fields[6],
    loaded = tonumber(fields[7]),
    passed = { premium = fields[8] or NOBODY.premium, regular = fields[9] or NOBODY.regular },
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

-- A promotion is under way, or the waiting room is stale: slice.lua comes first.
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

-- Reservations ------------------------------------------------------------------------------

local function save_reservation(id, reservation)
  redis.call('SET', key('reservation', id), cjson.encode(reservation))
end

local function reservation_of(id)
  local reservation = redis.call('GET', key('reservation', id))
  return reservation and cjson.decode(reservation)
end

-- Takes the units and writes the reservation; false when the buckets lack them.
local function sell(product, c)
  local bucket = take(product, c.bucket, c.group, c.qty)
  if bucket then
    save_reservation(c.reservationId, {
      status = 'held', orderId = c.orderId, productId = product.id, generation = product.generation,
      userId = c.userId, qty = c.qty, bucket = bucket,
    })
  end
  return bucket ~= nil
end

-- Returns the units of a held reservation to their bucket; false when they belong to a former
-- ledger, which is closed.
local function give_back(id, reservation, now)
  local hash = key('product', reservation.productId)
  local fields = redis.call('HMGET', hash, 'generation', 'last_return_at', 'return_interval')
  reservation.status = 'released'
  save_reservation(id, reservation)
  if tonumber(fields[1]) ~= reservation.generation then
    return false
  end
  redis.call('HINCRBY', hash, 'held', -reservation.qty)
  redis.call('HINCRBY', hash, 'b' .. reservation.bucket, reservation.qty)
  redis.call('HINCRBY', hash, 'released', reservation.qty)
  -- The moving average of nextReturnInterval in queue.ts.
  if fields[2] then
    local latest = math.max(0, now - fields[2]) / reservation.qty
    local interval = fields[3] and fields[3] * (1 - SMOOTHING) + latest * SMOOTHING or latest
    redis.call('HSET', hash, 'return_interval', interval)
  end
  redis.call('HSET', hash, 'last_return_at', now)
  return true
end

-- The waiting room --------------------------------------------------------------------------

-- Joins at the end of the user's class, or keeps the position; returns the rank.
local function join(product, c)
  local room = key('room', product.id)
  local rank = redis.call('ZRANK', room, c.userId)
  if rank then
    return rank
  end
  local hash = key('product', product.id)
  local premium = product.flow == 'weighted' and redis.call('SISMEMBER', key('members'), c.userId) == 1
  local sequence = redis.call('HINCRBY', hash, 'joined', 1)
  redis.call('ZADD', room, (premium and 0 or REGULAR) + sequence, c.userId)
  redis.call('HSET', key('waiters', product.id), c.userId, cjson.encode({
    qty = c.qty, bucket = c.bucket, group = c.group, entered_ns = string.format('%.0f000000', c.now),
  }))
  redis.call('SADD', key('waits', c.userId), product.id)
  redis.call('HSET', hash, 'last_joined_at', c.now)
  if product.generation == 0 then
    redis.call('ZADD', key('unloaded'), c.now, product.id)
  end
  return redis.call('ZRANK', room, c.userId)
end

-- The first of those who wait, at most `limit`, behind whom was passed over.
local function first_waiters(product, limit)
  local waiters = {}
  -- A lottery sells by its draws alone.
  if product.flow == 'lottery' then
    return waiters
  end
  for _, class in ipairs({ 'premium', 'regular' }) do
    local last = class == 'premium' and NOBODY.regular or '+inf'
    local found = redis.call('ZRANGEBYSCORE', key('room', product.id), '(' .. product.passed[class], last,
      'WITHSCORES', 'LIMIT', 0, limit - #waiters)
    for i = 1, #found, 2 do
      local waiter = cjson.decode(redis.call('HGET', key('waiters', product.id), found[i]))
      waiter.userId, waiter.class, waiter.score = found[i], class, found[i + 1]
      waiters[#waiters + 1] = waiter
    end
  end
  return waiters
end

-- Confirms waiters in order while the stock suffices for the head; none is skipped but who wants
-- more than was ever loaded, who keeps the place. When all `waiters` are done, and they were as
-- many as `limit`, and units are left, the product stays `promoting`: whatever else takes from its
-- stock waits until slice.lua has done the rest, so nobody comes between.
-- Ids come from `seed`, 256 secret random bits of the caller, through SHA-1: nobody can guess one.
-- Returns the promotions, and whether that was all.
local function promote(product, waiters, limit, seed)
  local hash, promoted = key('product', product.id), {}
  local is_over = limit == 0 or #waiters < limit
  for i, waiter in ipairs(waiters) do
    local user = waiter.userId
    waiter.orderId = 'ord_' .. redis.sha1hex(seed .. ':order:' .. i)
    waiter.reservationId = 'res_' .. redis.sha1hex(seed .. ':reservation:' .. i)
    if waiter.qty > product.loaded then
      redis.call('HSET', hash, 'passed_' .. waiter.class, waiter.score)
    elseif sell(product, waiter) then
      redis.call('ZREM', key('room', product.id), user)
      redis.call('HDEL', key('waiters', product.id), user)
      redis.call('SREM', key('waits', user), product.id)
      local promotion = { userId = user, orderId = waiter.orderId, reservationId = waiter.reservationId }
      redis.call('HSET', key('promoted', user), product.id, cjson.encode(promotion))
      promoted[#promoted + 1] = promotion
    else
      is_over = true
      break
    end
  end
  is_over = is_over or sum(available_of(product)) == 0
  if not is_over then
    redis.call('HSETNX', hash, 'promoting', seed)
    redis.call('SADD', key('promoting'), product.id)
  elseif product.promoting then
    redis.call('HDEL', hash, 'promoting')
    redis.call('SREM', key('promoting'), product.id)
  end
  return promoted, is_over
end
