-- The rows of the inventory on Redis, and what several steps do with them.
--
-- KEYS are the hash tag of a shard, such as "{inv:7}", and "{inv:7}:absent". Neither exists: all
-- keys are derived from the tag, so they live in one Cluster slot and every script is indivisible
-- (docs/adr/0009); while that slot moves, Redis refuses every script (docs/adr/0024). A stock key
-- is "<hub><tab><sku>": no id has a control character.
--
--   stock:<stock key>    JSON {loaded, buckets, held, confirmed, seq}
--   stock-keys           zset  all stock keys, each with score 0: in the order of their bytes
--   reservation:<id>     JSON {id, status, hub, order, user, lines (JSON [{sku, qty}, …]),
--                              buckets (where the units of each line came from), at,
--                              hold_ms (for how long it was made), expires_at, retaken}
--   order:<order>        hash  hub -> the only one of its reservations that may be held or confirmed:
--                              the last one that it made, or that was taken again
--   held:<user>          zset  reservation that is held -> expires_at; those that a version before this
--                              key made are not in it
--   due                  zset  reservation -> instant after which it expires, or is forgotten
--   outbox               zset  entry -> instant it was made
--   claimable            zset  entry -> instant from which it can be claimed
--   entries              hash  entry -> JSON {id, kind, hubId, orderId, userId, at, movements}
--   rejected             zset  entry that the record has rejected -> instant it was made
--   rejections           hash  the same -> JSON {entryId, hubId, failures, reason, retryAt}
--   pending:<stock key>  hash  seq -> JSON {entryId, seq, delta}, of the movements in the outbox
--   adjustment:<reference>   JSON {body, stock (as it was afterwards), at}
--   reference:<reference>    JSON {grant, body, hub}, on the shard of the reference: see adjust.ts
--   revoked:<grant>          exists when a grant is good for nothing
--
-- The last three are cleared away by Redis, a day after they have lost their meaning.
--
-- JSON of Redis has 14 digits: counts are exact up to 10^14.
--
-- Constants in milliseconds: MAX_HELD_MS, ENDED_MS, REFERENCE_MS, KEEP_MS, CLAIM_MS, RETRY_MS,
-- MAX_RETRY_MS; in rows: REAP_LIMIT, HELD_SEARCH, CLAIM_LIMIT, PENDING_LIMIT, REJECTIONS_LIMIT; in units:
-- AVAILABLE_LIMIT; BUCKETS of a hot SKU.

local function key(kind, id)
  return KEYS[1] .. ':' .. kind .. (id and ':' .. id or '')
end

local function in_hub(hub, name)
  return hub .. '\t' .. name
end

-- Writing -----------------------------------------------------------------------------------

-- Redis takes nothing back when a script fails. So a step only collects what it will write, and
-- writes it at its end, when nothing can fail after it.
local writes = {}

local function write(...)
  writes[#writes + 1] = { ... }
end

local function commit()
  for _, command in ipairs(writes) do
    redis.call(unpack(command))
  end
end

-- Stock -------------------------------------------------------------------------------------

-- The stocks that the step has found, by stock key: a step finds its own changes again.
local stocks = {}

-- The stock of a hub and SKU, or nil. A step changes it and saves it whole.
local function find_stock(hub, sku)
  local stock_key = in_hub(hub, sku)
  if not stocks[stock_key] then
    local text = redis.call('GET', key('stock', stock_key))
    stocks[stock_key] = text and cjson.decode(text) or nil
  end
  return stocks[stock_key]
end

-- That of a key that was never loaded.
local function new_stock()
  return { loaded = 0, buckets = { 0 }, held = 0, confirmed = 0, seq = 0 }
end

local function save_stock(hub, sku, stock)
  write('SET', key('stock', in_hub(hub, sku)), cjson.encode(stock))
end

local function sum(numbers)
  local total = 0
  for _, n in ipairs(numbers) do
    total = total + n
  end
  return total
end

-- How many units of each line's SKU are available, and whether one of them is short.
local function available_of(hub, lines)
  local available, is_short = {}, false
  for i, line in ipairs(lines) do
    local stock = find_stock(hub, line.sku)
    available[i] = stock and sum(stock.buckets) or 0
    is_short = is_short or available[i] < line.qty
  end
  return available, is_short
end

-- Spreads units evenly over n buckets. Mirrors `split` in buckets.ts.
local function split(units, n)
  local buckets = {}
  for i = 1, n do
    buckets[i] = math.floor(units / n) + (i <= units % n and 1 or 0)
  end
  return buckets
end

-- Takes units that the buckets have; returns the bucket, from 0. Mirrors `take` in buckets.ts.
local function take(buckets, primary, qty)
  local n = #buckets
  for i = 0, n - 1 do
    local bucket = (primary + i) % n
    if buckets[bucket + 1] >= qty then
      buckets[bucket + 1] = buckets[bucket + 1] - qty
      return bucket
    end
  end
  local missing = qty
  for i = 0, n - 1 do
    local bucket = (primary + i) % n
    local units = math.min(buckets[bucket + 1], missing)
    buckets[bucket + 1] = buckets[bucket + 1] - units
    missing = missing - units
  end
  return primary % n
end

-- The adjustment that used a reference, or nil; nil also when that is too long ago.
local function find_adjustment(reference, now)
  local text = redis.call('GET', key('adjustment', reference))
  local adjustment = text and cjson.decode(text)
  if adjustment and now <= adjustment.at + REFERENCE_MS then
    return adjustment
  end
end

-- The outbox --------------------------------------------------------------------------------

-- entry: {id, kind, hubId, orderId, userId, at, movements = {{sku, qty, delta, seq}, …}}, and of an
-- adjustment {reason, reference}
local function add_to_outbox(entry)
  write('ZADD', key('outbox'), entry.at, entry.id)
  write('ZADD', key('claimable'), entry.at, entry.id)
  write('HSET', key('entries'), entry.id, cjson.encode(entry))
  for _, movement in ipairs(entry.movements) do
    local pending = { entryId = entry.id, seq = movement.seq, delta = movement.delta }
    write('HSET', key('pending', in_hub(entry.hubId, movement.sku)), movement.seq,
      cjson.encode(pending))
  end
end

-- Reservations ------------------------------------------------------------------------------

local function find_reservation(id)
  local text = redis.call('GET', key('reservation', id))
  return text and cjson.decode(text) or nil
end

local function save_reservation(reservation, due)
  write('SET', key('reservation', reservation.id), cjson.encode(reservation))
  write('ZADD', key('due'), due, reservation.id)
  if reservation.status == 'held' then
    write('ZADD', key('held', reservation.user), reservation.expires_at, reservation.id)
  else
    write('ZREM', key('held', reservation.user), reservation.id)
  end
end

local function end_reservation(reservation, status, now)
  reservation.status = status
  save_reservation(reservation, now + ENDED_MS)
end

-- Returns a movement of each line.
local function move_held_to_confirmed(reservation)
  local movements = cjson.decode(reservation.lines)
  for _, movement in ipairs(movements) do
    local stock = find_stock(reservation.hub, movement.sku)
    stock.held = stock.held - movement.qty
    stock.confirmed = stock.confirmed + movement.qty
    stock.seq = stock.seq + 1
    save_stock(reservation.hub, movement.sku, stock)
    movement.delta = -movement.qty
    movement.seq = stock.seq
  end
  return movements
end

-- The record will have it: the entry stands in the outbox with the same step.
local function end_confirmed(reservation, movements, now)
  end_reservation(reservation, 'confirmed', now)
  add_to_outbox({
    id = reservation.id, kind = 'confirm', hubId = reservation.hub, orderId = reservation.order,
    userId = reservation.user, at = now, movements = movements,
  })
end

-- status: released or expired
local function return_units(reservation, status, now)
  for i, line in ipairs(cjson.decode(reservation.lines)) do
    local stock = find_stock(reservation.hub, line.sku)
    -- The SKU may have been partitioned, or put together, since.
    local bucket = reservation.buckets[i] % #stock.buckets + 1
    stock.buckets[bucket] = stock.buckets[bucket] + line.qty
    stock.held = stock.held - line.qty
    save_stock(reservation.hub, line.sku, stock)
  end
  end_reservation(reservation, status, now)
end

-- Whether the reservation was held for too long; then its units are available again.
local function expire_if_overdue(reservation, now)
  if reservation.status ~= 'held' or now <= reservation.expires_at then
    return false
  end
  return_units(reservation, 'expired', now)
  return true
end

-- Whether the reservation is held or confirmed; one that is overdue expires.
local function is_live(reservation, now)
  if reservation.status == 'held' then
    return not expire_if_overdue(reservation, now)
  end
  return reservation.status == 'confirmed'
end

-- Ends a reservation that is held by `settle`; returns how it ended, or 'unknown'.
local function end_held(id, now, settle)
  local reservation = find_reservation(id)
  if not reservation then
    return 'unknown'
  end
  if reservation.status == 'held' and not expire_if_overdue(reservation, now) then
    settle(reservation)
  end
  commit()
  return reservation.status
end
