-- Shared by all scripts of the inventory; loaded in front of each.
--
-- KEYS[1] is the hash tag of a shard, such as "{inv:7}". Every other key is derived from it, so all
-- of them live in one Cluster slot and every script is indivisible (docs/adr/0009). A place is
-- "<hub, percent-encoded>/<sku>".
--
--   stock:<place>      hash  loaded, held, confirmed, seq, n (buckets), b0 … b<n-1> (available)
--   places             zset  all places, each with score 0: in the order of their bytes
--   reservation:<id>   hash  status, hub (encoded), order, user, lines (JSON [{sku, qty}, …]),
--                            buckets ("0,7": where the units of each line came from), expires_at
--   order:<hub>/<order> string  its reservation, while that is held or confirmed
--   due                zset  reservation -> instant after which it expires, or is forgotten
--   outbox             zset  entry -> instant it was made
--   entries            hash  entry -> JSON {id, kind, hub, order, user, at, movements}
--   claims             zset  entry -> end of its claim
--   pending:<place>    hash  seq -> "<delta> <entry>", of the movements in the outbox

local function key(kind, id)
  return KEYS[1] .. ':' .. kind .. (id and ':' .. id or '')
end

-- Stock -------------------------------------------------------------------------------------

-- The counters of a place, or nil. All scripts change them here and then save them whole.
local function stock_of(place)
  local fields = redis.call('HMGET', key('stock', place), 'loaded', 'held', 'confirmed', 'seq', 'n',
    'b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8', 'b9')
  if not fields[1] then
    return nil
  end
  local stock = {
    place = place,
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
  redis.call('HSET', key('stock', stock.place), unpack(fields))
end

-- {loaded, available, held, confirmed, n}
local function view(stock)
  return { stock.loaded, stock.available, stock.held, stock.confirmed, stock.n }
end

-- Takes units the stock has; returns the bucket, 0 to n - 1. Mirrors `take` in ../buckets.ts.
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

local ENDED = 86400000

local function reservation_of(id)
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
  redis.call('ZADD', key('due'), now + ENDED, reservation.id)
end

-- status: released or expired
local function give_stock_back(reservation, status, now)
  local bucket_of = string.gmatch(reservation.buckets, '%d+')
  for _, line in ipairs(cjson.decode(reservation.lines)) do
    local stock = stock_of(reservation.hub .. '/' .. line.sku)
    -- The SKU may have been partitioned, or put together, since.
    local i = tonumber(bucket_of()) % stock.n + 1
    stock.buckets[i] = stock.buckets[i] + line.qty
    stock.held = stock.held - line.qty
    save_stock(stock)
  end
  redis.call('DEL', key('order', reservation.hub .. '/' .. reservation.order))
  end_reservation(reservation, status, now)
end

-- Whether the reservation was held for too long; then its units are back.
local function expire_if_overdue(reservation, now)
  if reservation.status ~= 'held' or now <= reservation.expires_at then
    return false
  end
  give_stock_back(reservation, 'expired', now)
  return true
end
