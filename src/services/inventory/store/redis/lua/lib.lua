-- The rows of the inventory on Redis, and what several steps do with them.
--
-- KEYS[1] is the hash tag of a shard, such as "{inv:7}". Every other key is derived from it, so all
-- of them live in one Cluster slot and every script is indivisible (docs/adr/0009). A stock key is
-- "<hub, percent-encoded>/<sku>".
--
--   stock:<stock key>    hash  loaded, held, confirmed, seq, n (buckets), b0 … b<n-1> (available)
--   stock-keys           zset  all stock keys, each with score 0: in the order of their bytes
--   reservation:<id>     hash  status, hub (encoded), order, user, lines (JSON [{sku, qty}, …]),
--                              buckets ("0,7": where the units of each line came from), expires_at
--   order:<hub>/<order>  string  its reservation, while that is held or confirmed
--   due                  zset  reservation -> instant after which it expires, or is forgotten
--   outbox               zset  entry -> instant it was made
--   entries              hash  entry -> JSON {id, kind, hub, order, user, at, movements}
--   claims               zset  entry -> end of its claim
--   pending:<stock key>  hash  seq -> "<delta> <entry>", of the movements in the outbox
--
-- Constants in milliseconds: HOLD_MS, ENDED_MS, CLAIM_MS; in rows: REAP_LIMIT, CLAIM_LIMIT,
-- PENDING_LIMIT.

local function key(kind, id)
  return KEYS[1] .. ':' .. kind .. (id and ':' .. id or '')
end

-- Stock -------------------------------------------------------------------------------------

-- The counters of a stock key, or nil. A step changes them and saves them whole.
local function find_stock(stock_key)
  local fields = redis.call('HMGET', key('stock', stock_key), 'loaded', 'held', 'confirmed', 'seq',
    'n', 'b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8', 'b9')
  if not fields[1] then
    return nil
  end
  local stock = {
    key = stock_key,
    loaded = tonumber(fields[1]), held = tonumber(fields[2]), confirmed = tonumber(fields[3]),
    seq = tonumber(fields[4]), n = tonumber(fields[5]), buckets = {}, available = 0,
  }
  for i = 1, stock.n do
    stock.buckets[i] = tonumber(fields[5 + i])
    stock.available = stock.available + stock.buckets[i]
  end
  return stock
end

local function save_stock(stock)
  local fields = {
    'loaded', stock.loaded, 'held', stock.held, 'confirmed', stock.confirmed, 'seq', stock.seq,
    'n', stock.n,
  }
  for i = 1, stock.n do
    fields[#fields + 1] = 'b' .. i - 1
    fields[#fields + 1] = stock.buckets[i]
  end
  redis.call('HSET', key('stock', stock.key), unpack(fields))
end

-- {loaded, available, held, confirmed, n}
local function counts_of(stock)
  return { stock.loaded, stock.available, stock.held, stock.confirmed, stock.n }
end

-- Takes units the stock has; returns the bucket, 0 to n - 1. Mirrors `take` in buckets.ts.
local function take(stock, primary, qty)
  local n, buckets = stock.n, stock.buckets
  stock.available = stock.available - qty
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

-- The outbox --------------------------------------------------------------------------------

-- entry: {id, kind, hub, order, user, at, movements = {{sku, qty, delta, seq}, …}}
local function add_to_outbox(entry)
  redis.call('ZADD', key('outbox'), entry.at, entry.id)
  redis.call('HSET', key('entries'), entry.id, cjson.encode(entry))
  for _, movement in ipairs(entry.movements) do
    redis.call('HSET', key('pending', entry.hub .. '/' .. movement.sku), movement.seq,
      string.format('%.0f %s', movement.delta, entry.id))
  end
end

-- Reservations ------------------------------------------------------------------------------

local function find_reservation(id)
  local fields = redis.call('HMGET', key('reservation', id), 'status', 'hub', 'order', 'user',
    'lines', 'buckets', 'expires_at')
  if not fields[1] then
    return nil
  end
  return {
    id = id, status = fields[1], hub = fields[2], order = fields[3], user = fields[4],
    lines = fields[5], buckets = fields[6], expires_at = tonumber(fields[7]),
  }
end

local function end_reservation(reservation, status, now)
  reservation.status = status
  redis.call('HSET', key('reservation', reservation.id), 'status', status)
  redis.call('ZADD', key('due'), now + ENDED_MS, reservation.id)
end

-- status: released or expired
local function return_units(reservation, status, now)
  local next_bucket = string.gmatch(reservation.buckets, '%d+')
  for _, line in ipairs(cjson.decode(reservation.lines)) do
    local stock = find_stock(reservation.hub .. '/' .. line.sku)
    -- The SKU may have been partitioned, or put together, since.
    local i = tonumber(next_bucket()) % stock.n + 1
    stock.buckets[i] = stock.buckets[i] + line.qty
    stock.held = stock.held - line.qty
    save_stock(stock)
  end
  redis.call('DEL', key('order', reservation.hub .. '/' .. reservation.order))
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
