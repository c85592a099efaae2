-- Shared by all scripts of the flash sale; loaded in front of each.
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
--   slots            zset   checkouts under way (slot pool), by the end of their lifetime
--   members          set    premium users
--   vouchers:<product> set  holders
--   lottery:<product>, entrants:…, entries:…, entry_devices:…, prizes:…, prize:<token>, open_prizes

local RATE_LIMIT, RATE_WINDOW = 20, 1000
local LOCK, RESULT, ROOM, SLOT = 30000, 600000, 600000, 900000
local REGULAR = 2 ^ 52

local function key(kind, id)
  return KEYS[1] .. ':' .. kind .. (id and ':' .. id or '')
end

-- An instant as text; Lua alone would write 1.7e+12.
local function instant(now)
  return string.format('%013.0f', now)
end

-- Rate windows ------------------------------------------------------------------------------

-- The windows are those of kit/sliding-window.lua, which is loaded before this file.
local function requests_of(stored, now)
  return window_of(stored or '', RATE_LIMIT, instant(now - RATE_WINDOW))
end

local function has_room(requests)
  return window_room(requests, RATE_LIMIT) > 0
end

local function record(device, requests, now)
  redis.call('SET', key('window', device), window_record(requests, instant(now)), 'PX', 2 * RATE_WINDOW)
end

local function take_back(device, at)
  local instants = redis.call('GET', key('window', device)) or ''
  redis.call('SET', key('window', device), window_take_back(instants, instant(at)), 'PX', 2 * RATE_WINDOW)
end

-- Products and buckets ----------------------------------------------------------------------

-- With a bucket, the product remembers the units in it: the common sale then reads nothing more.
local function product_of(id, bucket)
  local fields = redis.call('HMGET', key('product', id), 'flow', 'generation', 'slots', 'n',
    'last_joined_at', 'held', 'b' .. (bucket or 0))
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
    held = tonumber(fields[6]),
    known_bucket = bucket,
    known_units = tonumber(fields[7] or -1),
  }
end

local function new_product(id, now)
  local fields = { flow = 'standard', generation = 0, slots = '[]', n = 0, last_joined_at = now, held = 0 }
  for field, value in pairs(fields) do
    redis.call('HSET', key('product', id), field, value)
  end
  redis.call('ZADD', key('unloaded'), now, id)
  fields.id = id
  return fields
end

-- Empties the room of a product that never had stock, when nobody came for too long.
local function drop_if_stale(product, now)
  if not product or product.generation > 0 or now - product.last_joined_at <= ROOM then
    return product
  end
  for _, user in ipairs(redis.call('ZRANGE', key('room', product.id), 0, -1)) do
    redis.call('SREM', key('waits', user), product.id)
  end
  redis.call('DEL', key('room', product.id), key('waiters', product.id), key('product', product.id))
  redis.call('ZREM', key('unloaded'), product.id)
  return nil
end

-- Index of the group of buckets to start with, or nil; mirrors firstGroup in ../buckets.ts.
local function first_group(product, slot, time)
  if product.slots == '[]' then
    return 0
  end
  local slots = cjson.decode(product.slots)
  local running = 0
  for i, name in ipairs(slots) do
    if name == slot then
      return i - 1
    end
    if name <= time then
      running = i - 1
    end
  end
  if slot then
    return nil
  end
  return running
end

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

local function gather(available, buckets, qty)
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

-- Finds the units; mirrors planTake in ../buckets.ts. Returns the bucket and the moves, or nil.
local function plan_take(product, primary, first, qty)
  local available = available_of(product)
  if #available == 0 then
    return nil
  end
  local size = math.min(10, #available)
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
    local bucket, moves = gather(available, group, qty)
    if bucket then
      return bucket, moves
    end
  end
  return gather(available, reach, qty)
end

-- Reservations: "status order product generation user qty bucket at", one to a line.
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
  local hash = key('product', product.id)
  local size = product.flow == 'race' and 1 or 10
  local bucket = sale.group * size + sale.bucket % size
  -- Nearly always the primary bucket has the units.
  local units = product.known_units
  if product.known_bucket ~= bucket then
    units = tonumber(redis.call('HGET', hash, 'b' .. bucket) or -1)
  end
  if units < sale.qty then
    local moves
    bucket, moves = plan_take(product, sale.bucket, sale.group, sale.qty)
    if not bucket then
      return false
    end
    for _, move in ipairs(moves) do
      redis.call('HINCRBY', hash, 'b' .. move[1], -move[2])
      redis.call('HINCRBY', hash, 'b' .. bucket, move[2])
    end
    units = redis.call('HGET', hash, 'b' .. bucket)
  end
  product.held = product.held + sale.qty
  product.known_bucket, product.known_units = bucket, units - sale.qty
  redis.call('HSET', hash, 'b' .. bucket, product.known_units, 'held', product.held)
  save_reservation({
    id = sale.reservation_id, status = 'held', order_id = sale.order_id, product_id = product.id,
    generation = product.generation, user_id = sale.user_id, qty = sale.qty, bucket = bucket,
    at = instant(sale.now),
  })
  return true
end

-- Returns the units of a held reservation; false when they belong to an earlier ledger.
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
  if fields[2] then
    local latest = math.max(0, now - fields[2]) / reservation.qty
    local interval = fields[3] and fields[3] * 0.8 + latest * 0.2 or latest
    redis.call('HSET', hash, 'return_interval', interval)
  end
  redis.call('HSET', hash, 'last_return_at', instant(now))
  return true
end

-- The waiting room --------------------------------------------------------------------------

-- Joins at the end of the user's class, or keeps the place; returns the rank.
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
  redis.call('HSET', hash, 'last_joined_at', sale.now)
  if product.generation == 0 then
    redis.call('ZADD', key('unloaded'), sale.now, product.id)
  end
  return redis.call('ZRANK', room, sale.user_id)
end

-- Confirms waiting users in order while the stock suffices for the head; none is skipped.
-- Ids come from `seed`, 256 secret random bits of the caller, through SHA-1: nobody can guess one.
-- Returns a flat list: user, order, reservation, user, … (unpack would fail on a long one).
local function promote(product, seed, now)
  local promoted = {}
  local room, waiters = key('room', product.id), key('waiters', product.id)
  if product.flow == 'lottery' then
    return promoted
  end
  while true do
    local user = redis.call('ZRANGE', room, 0, 0)[1]
    if not user then
      return promoted
    end
    local wish = cjson.decode(redis.call('HGET', waiters, user))
    local order = 'ord_' .. redis.sha1hex(seed .. ':order:' .. #promoted)
    local reservation = 'res_' .. redis.sha1hex(seed .. ':reservation:' .. #promoted)
    local sold = sell(product, {
      user_id = user, qty = wish.qty, bucket = wish.bucket, group = wish.group,
      order_id = order, reservation_id = reservation, now = now,
    })
    if not sold then
      return promoted
    end
    redis.call('ZREM', room, user)
    redis.call('HDEL', waiters, user)
    redis.call('SREM', key('waits', user), product.id)
    redis.call('HSET', key('promoted', user), product.id, order .. ' ' .. reservation)
    for _, value in ipairs({ user, order, reservation }) do
      promoted[#promoted + 1] = value
    end
  end
end

-- Idempotency records -----------------------------------------------------------------------

-- The record if it still counts: "completed <at> <order> <reservation>", "queued <at> <position>"
-- or "running <at> <owner>". The instant decides, the key's expiry is housekeeping.
local function living(record, now)
  local status, at = string.match(record or '', '^(%a+) (%d+)')
  if not status then
    return nil
  end
  local lifetime = status == 'running' and LOCK or RESULT
  return now - at < lifetime and record or nil
end

local function save_result(idempotency_key, ...)
  redis.call('SET', key('result', idempotency_key), table.concat({ ... }, ' '), 'PX', RESULT)
end

-- Checkout ----------------------------------------------------------------------------------

-- A checkout is a table as `luaCheckout` in store.ts makes it: product_id, user_id, qty, bucket,
-- idempotency_key, slot or nil, order_id, reservation_id, now, time of day "HH:MM", devices.

-- Why the checkout cannot go on, or nil; changes nothing. Keeps the windows that it read.
local function refuse(c, product)
  local keys = { key('result', c.idempotency_key) }
  for i, device in ipairs(c.devices) do
    keys[i + 1] = key('window', device)
  end
  local values = redis.call('MGET', unpack(keys))
  local original = living(values[1], c.now)
  if original then
    return { 'repeated', original }
  end
  c.windows = {}
  for i in ipairs(c.devices) do
    c.windows[i] = requests_of(values[i + 1], c.now)
    if not has_room(c.windows[i]) then
      return { 'rate-limited' }
    end
  end
  if not product or product.flow == 'standard' then
    return nil
  end
  if product.flow == 'lottery' then
    return { 'lottery-only' }
  end
  if product.flow == 'voucher' and redis.call('SISMEMBER', key('vouchers', product.id), c.user_id) == 0 then
    return { 'voucher-required' }
  end
  if not first_group(product, c.slot, c.time) then
    return { 'unknown-slot', product.slots }
  end
  return nil
end

-- Step 3, once nothing refuses any more.
local function record_all(c)
  for i, device in ipairs(c.devices) do
    record(device, c.windows[i], c.now)
  end
end

-- Steps 4 and 5. Returns {'completed'}, {'queued', rank} or {'sold-out'}, and keeps the result.
local function make_sale(c, product)
  product = product or new_product(c.product_id, c.now)
  -- An unknown slot was refused on admission; a load since then may have renamed them all.
  c.group = first_group(product, c.slot, c.time) or 0
  if sell(product, c) then
    save_result(c.idempotency_key, 'completed', instant(c.now), c.order_id, c.reservation_id)
    return { 'completed' }
  end
  if product.flow == 'race' then
    return { 'sold-out' }
  end
  local rank = join(product, c)
  save_result(c.idempotency_key, 'queued', instant(c.now), rank)
  return { 'queued', rank }
end
