-- Makes a reservation final; one that has expired takes its units again, all or none.
-- KEYS: those of the shard. ARGV: reservation, now.
-- Reply: JSON {kind = 'confirmed', retaken}, {kind = 'short', lines, available (units of each line's
-- SKU)} or {kind}, one of order-mismatch, released, unknown.
local now = tonumber(ARGV[2])

-- 1 One that is held is confirmed; only one that has expired takes its units again.
local reservation = find_reservation(ARGV[1])
if not reservation then
  return cjson.encode({ kind = 'unknown' })
end
if reservation.status == 'held' and not expire_if_overdue(reservation, now) then
  end_confirmed(reservation, move_held_to_confirmed(reservation), now)
  commit()
end
if reservation.status == 'confirmed' then
  return cjson.encode({ kind = 'confirmed', retaken = reservation.retaken == true })
end
if reservation.status == 'released' then
  return cjson.encode({ kind = 'released' })
end

-- 2 Its order does not hold another one by now.
local hub, order_key = reservation.hub, key('order', reservation.order)
local other = redis.call('HGET', order_key, hub)
if other and other ~= reservation.id and is_live(find_reservation(other), now) then
  commit()
  return cjson.encode({ kind = 'order-mismatch' })
end

-- 3 There is enough for all lines, or nothing is taken.
local lines = cjson.decode(reservation.lines)
local available, is_short = available_of(hub, lines)
if is_short then
  commit()
  return cjson.encode({ kind = 'short', lines = lines, available = available })
end

-- 4 The units move from available to confirmed: a movement of each line.
for i, movement in ipairs(lines) do
  local stock = find_stock(hub, movement.sku)
  take(stock.buckets, reservation.buckets[i], movement.qty)
  stock.confirmed = stock.confirmed + movement.qty
  stock.seq = stock.seq + 1
  save_stock(hub, movement.sku, stock)
  movement.delta = -movement.qty
  movement.seq = stock.seq
end

-- 5 The record will have it, and the order has this reservation again.
reservation.retaken = true
end_confirmed(reservation, lines, now)
write('HSET', order_key, hub, reservation.id)
commit()
return cjson.encode({ kind = 'confirmed', retaken = true })
