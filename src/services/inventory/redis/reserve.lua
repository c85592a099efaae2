-- Takes all lines or none. ARGV: a fresh reservation id, hub (encoded), order, user, lines (JSON
-- [{sku, qty}, …], each SKU once, sorted), primary bucket of each line ("3,7"), now, hold.
-- Reply: {'reserved', id, expires_at}, {'order-mismatch'} or {'short', units of each line's SKU…}.
local id, hub, order, user, wish = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local now = tonumber(ARGV[7])
local order_key = key('order', hub .. '/' .. order)

local earlier = redis.call('GET', order_key)
if earlier then
  local reservation = reservation_of(earlier)
  if not expire_if_overdue(reservation, now) then
    if reservation.lines ~= wish or reservation.user ~= user then
      return { 'order-mismatch' }
    end
    return { 'reserved', reservation.id, reservation.expires_at }
  end
end

local lines, stocks, available, is_short = cjson.decode(wish), {}, {}, false
for i, line in ipairs(lines) do
  stocks[i] = stock_of(hub .. '/' .. line.sku)
  available[i] = stocks[i] and stocks[i].available or 0
  is_short = is_short or available[i] < line.qty
end
if is_short then
  return { 'short', unpack(available) }
end

local buckets, primary_of = {}, string.gmatch(ARGV[6], '%d+')
for i, line in ipairs(lines) do
  buckets[i] = take(stocks[i], tonumber(primary_of()), line.qty)
  stocks[i].held = stocks[i].held + line.qty
  save_stock(stocks[i])
end
local expires_at = now + tonumber(ARGV[8])
redis.call('HSET', key('reservation', id), 'status', 'held', 'hub', hub, 'order', order,
  'user', user, 'lines', wish, 'buckets', table.concat(buckets, ','), 'expires_at', expires_at)
redis.call('SET', order_key, id)
redis.call('ZADD', key('due'), expires_at, id)
return { 'reserved', id, expires_at }
