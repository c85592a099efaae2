-- Takes all lines or none.
-- KEYS[1]: shard. ARGV: a fresh reservation id, hub (encoded), order, user, lines (JSON
-- [{sku, qty}, …], each SKU once, sorted), primary bucket of each line ("3,7"), now.
-- Reply: {'reserved', id, expires_at}, {'order-mismatch'} or {'short', {units of each line's SKU}}.
local id, hub, order, user, lines = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local now = tonumber(ARGV[7])
local order_key = key('order', hub .. '/' .. order)

-- 1 An order that holds a reservation gets that one, if it asks for the same.
local earlier = redis.call('GET', order_key)
if earlier then
  local reservation = find_reservation(earlier)
  if not expire_if_overdue(reservation, now) then
    if reservation.lines ~= lines or reservation.user ~= user then
      return { 'order-mismatch' }
    end
    return { 'reserved', reservation.id, reservation.expires_at }
  end
end

-- 2 There is enough for all lines, or nothing is taken.
local wanted, stocks, available, is_short = cjson.decode(lines), {}, {}, false
for i, line in ipairs(wanted) do
  stocks[i] = find_stock(hub .. '/' .. line.sku)
  available[i] = stocks[i] and stocks[i].available or 0
  is_short = is_short or available[i] < line.qty
end
if is_short then
  return { 'short', available }
end

-- 3 The units move from available to held.
local buckets, next_primary = {}, string.gmatch(ARGV[6], '%d+')
for i, line in ipairs(wanted) do
  buckets[i] = take(stocks[i], tonumber(next_primary()), line.qty)
  stocks[i].held = stocks[i].held + line.qty
  save_stock(stocks[i])
end

-- 4 The reservation is held, and known by its order.
local expires_at = now + HOLD_MS
redis.call('HSET', key('reservation', id), 'status', 'held', 'hub', hub, 'order', order,
  'user', user, 'lines', lines, 'buckets', table.concat(buckets, ','), 'expires_at', expires_at)
redis.call('SET', order_key, id)
redis.call('ZADD', key('due'), expires_at, id)
return { 'reserved', id, expires_at }
