-- Shared by all scripts of the flash sale; loaded in front of each, after the constants of
-- ../scripts.ts and kit/sliding-window.lua.
--
-- KEYS[1] is the hash tag of the sale, such as "{fs}". Every other key is derived from it, so all
-- of them live in one Cluster slot and every script is indivisible (docs/adr/0006).
--
--   product:<id>     hash   flow, generation, loaded, released, held, confirmed, slots (JSON),
--                           vouchers_left, opened_at, last_joined_at, last_return_at,
--                           return_interval, joined, n (buckets), b0 … b<n-1> (units available)
--   reservation:<id> string see save_reservation
--   room:<product>   zset   user -> class * 2^52 + sequence (class 0 premium, 1 regular)
--   waiters:<product> hash  user -> JSON {qty, bucket, group, entered_ns}
--   waits:<user>     set    products that the user waits for
--   promoted:<user>  hash   product -> "<order_id> <reservation_id>"
--   result:<key>     string "<status> <at> …", see save_result
--   window:<device>  string instants of up to 20 requests, newest first, 13 digits each
--   unloaded         zset   products that never had stock, by the instant of the last newcomer
--   slots            zset   checkouts that hold a slot of the pool, by the end of their lifetime
--   members          set    premium users
--   vouchers:<product> set  holders
--   and those of the lottery: see lottery/lua/lib.lua

local REGULAR = 2 ^ 52

local function key(kind, id)
  return KEYS[1] .. ':' .. kind .. (id and ':' .. id or '')
end

-- An instant as text; Lua alone would write 1.7e+12.
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

local function record(device, requests, now)
  save_window(device, window_record(requests, instant(now)))
end

-- Idempotency keys --------------------------------------------------------------------------

-- What the key yielded, or nil when it may be used (again): {'completed', order, reservation},
-- {'queued', position} or {'running'}. The instant decides; that the key expires is housekeeping.
local function result_of(idempotency_key, now)
  local record = redis.call('GET', key('result', idempotency_key)) or ''
  local status, at, first, second = string.match(record, '^(%a+) (%d+) (%S+) ?(%S*)')
  if not status or now - at >= (status == 'running' and LOCK_MS or RESULT_MS) then
    return nil
  end
  if status == 'running' then
    return { status }
  end
  return status == 'queued' and { status, tonumber(first) } or { status, first, second }
end

-- "completed <at> <order> <reservation>", "queued <at> <position>" or, while the request runs,
-- "running <at> <reservation of the attempt>".
local function save_result(idempotency_key, status, now, ...)
  local record = table.concat({ status, instant(now), ... }, ' ')
  redis.call('SET', key('result', idempotency_key), record, 'PX', RESULT_MS)
end

-- Products and buckets ----------------------------------------------------------------------

local function product_of(id)
  local fields = redis.call('HMGET', key('product', id), 'flow', 'generation', 'slots', 'n', 'last_joined_at')
  if not fields[1] then
    return nil
  end
  return {
    id = id,
    flow = fields[1],
    generation = tonumber(fields[2]),
    slots = fields[3],
    n = tonumber(fields[4]),
    last_joined_at = tonumber(fields[5]),
  }
end

local function new_product(id, now)
  redis.call('HSET', key('product', id), 'flow', 'standard', 'generation', 0, 'slots', '[]', 'n', 0,
    'last_joined_at', instant(now))
  redis.call('ZADD', key('unloaded'), now, id)
  return product_of(id)
end

local function is_stale(product, now)
  return product.generation == 0 and now - product.last_joined_at > WAITING_ROOM_MS
end

-- The product as it is now: one that never had stock is forgotten, with its waiting room, when
-- nobody came for too long.
local function drop_if_stale(product, now)
  if not product or not is_stale(product, now) then
    return product
  end
  for _, user in ipairs(redis.call('ZRANGE', key('room', product.id), 0, -1)) do
    redis.call('SREM', key('waits', user), product.id)
  end
  redis.call('DEL', key('room', product.id), key('waiters', product.id), key('product', product.id))
  redis.call('ZREM', key('unloaded'), product.id)
  return nil
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

-- "status order product generation user qty bucket at", one to a line.
local function save_reservation(r)
  redis.call('SET', key('reservation', r.id), table.concat({
    r.status, r.order_id, r.product_id, r.generation, r.user_id, r.qty, r.bucket, r.at,
  }, '\n'))
end

local function reservation_of(id)
  local text = redis.call('GET', key('reservation', id))
  if not text then
    return nil
  end
  local f = {}
  for field in string.gmatch(text, '[^\n]+') do
    f[#f + 1] = field
  end
  return {
    id = id, status = f[1], order_id = f[2], product_id = f[3], generation = tonumber(f[4]),
    user_id = f[5], qty = tonumber(f[6]), bucket = f[7], at = f[8],
  }
end

-- Takes the units and writes the reservation; false when the buckets lack them.
local function sell(product, sale)
  local bucket = take(product, sale.bucket, sale.group, sale.qty)
  if not bucket then
    return false
  end
  save_reservation({
    id = sale.reservation_id, status = 'held', order_id = sale.order_id, product_id = product.id,
    generation = product.generation, user_id = sale.user_id, qty = sale.qty, bucket = bucket,
    at = instant(sale.now),
  })
  return true
end

-- Returns the units of a held reservation to their bucket; false when they belong to a former
-- ledger, which is closed.
local function give_back(reservation, now)
  reservation.status = 'released'
  save_reservation(reservation)
  local hash = key('product', reservation.product_id)
  local fields = redis.call('HMGET', hash, 'generation', 'last_return_at', 'return_interval')
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
  redis.call('HSET', hash, 'last_return_at', instant(now))
  return true
end

-- The waiting room --------------------------------------------------------------------------

-- Joins at the end of the user's class, or keeps the position; returns the rank.
local function join(product, sale)
  local room = key('room', product.id)
  local rank = redis.call('ZRANK', room, sale.user_id)
  if rank then
    return rank
  end
  local hash = key('product', product.id)
  local premium = product.flow == 'weighted' and redis.call('SISMEMBER', key('members'), sale.user_id) == 1
  local sequence = redis.call('HINCRBY', hash, 'joined', 1)
  redis.call('ZADD', room, (premium and 0 or REGULAR) + sequence, sale.user_id)
  redis.call('HSET', key('waiters', product.id), sale.user_id, cjson.encode({
    qty = sale.qty, bucket = sale.bucket, group = sale.group,
    entered_ns = string.format('%.0f000000', sale.now),
  }))
  redis.call('SADD', key('waits', sale.user_id), product.id)
  redis.call('HSET', hash, 'last_joined_at', instant(sale.now))
  if product.generation == 0 then
    redis.call('ZADD', key('unloaded'), sale.now, product.id)
  end
  return redis.call('ZRANK', room, sale.user_id)
end

-- Confirms waiting users in order while the stock suffices for the head; none is skipped.
-- Ids come from `seed`, 256 secret random bits of the caller, through SHA-1: nobody can guess one.
-- Returns {{user, order, reservation}, …}.
local function promote_waiting(product, seed, now)
  local promoted = {}
  -- A lottery sells by its draws alone.
  if product.flow == 'lottery' then
    return promoted
  end
  local room, waiters = key('room', product.id), key('waiters', product.id)
  while true do
    local user = redis.call('ZRANGE', room, 0, 0)[1]
    if not user then
      return promoted
    end
    local waiter = cjson.decode(redis.call('HGET', waiters, user))
    local order = 'ord_' .. redis.sha1hex(seed .. ':order:' .. #promoted)
    local reservation = 'res_' .. redis.sha1hex(seed .. ':reservation:' .. #promoted)
    local sold = sell(product, {
      user_id = user, qty = waiter.qty, bucket = waiter.bucket, group = waiter.group,
      order_id = order, reservation_id = reservation, now = now,
    })
    if not sold then
      return promoted
    end
    redis.call('ZREM', room, user)
    redis.call('HDEL', waiters, user)
    redis.call('SREM', key('waits', user), product.id)
    redis.call('HSET', key('promoted', user), product.id, order .. ' ' .. reservation)
    promoted[#promoted + 1] = { user, order, reservation }
  end
end
