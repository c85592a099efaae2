-- Takes all lines or none.
-- KEYS: those of the shard. ARGV: JSON {reservationId (a fresh one), hubId, orderId, userId, lines (JSON
-- [{sku, qty}, …], each SKU once, sorted), primaryBuckets (one for each line), holdMs, now, maxHeld
-- (or nothing), heldElsewhere (how many the user holds in the other shards)}.
-- Reply: JSON {kind = 'reserved', reservationId, expiresAt, holdMs}, {kind = 'order-mismatch'},
-- {kind = 'quota'} or {kind = 'short', available (units of each line's SKU)}.
local request = cjson.decode(ARGV[1])
local id, hub, now = request.reservationId, request.hubId, request.now
local order_key = key('order', request.orderId)

-- 1 An order that holds a reservation gets that one, if it asks for the same.
local earlier = redis.call('HGET', order_key, hub)
if earlier then
  local reservation = find_reservation(earlier)
  if is_live(reservation, now) then
    if reservation.lines ~= request.lines or reservation.user ~= request.userId then
      return cjson.encode({ kind = 'order-mismatch' })
    end
    return cjson.encode({
      kind = 'reserved', reservationId = earlier, expiresAt = reservation.expires_at,
      holdMs = reservation.hold_ms,
    })
  end
end

-- 2 A user who holds the maximum gets no further one.
local held_key = key('held', request.userId)
if request.maxHeld then
  local held = request.heldElsewhere + redis.call('ZCOUNT', held_key, now, '+inf')
  if held >= request.maxHeld then
    commit()
    return cjson.encode({ kind = 'quota' })
  end
end

-- 3 There is enough for all lines, or nothing is taken.
local lines = cjson.decode(request.lines)
local available, is_short = available_of(hub, lines)
if is_short then
  commit()
  return cjson.encode({ kind = 'short', available = available })
end

-- 4 The units move from available to held.
local buckets = {}
for i, line in ipairs(lines) do
  local stock = find_stock(hub, line.sku)
  buckets[i] = take(stock.buckets, request.primaryBuckets[i], line.qty)
  stock.held = stock.held + line.qty
  save_stock(hub, line.sku, stock)
end

-- 5 The reservation is held, and known by its order.
local expires_at = now + request.holdMs
write('ZREMRANGEBYSCORE', held_key, '-inf', now - 1)
save_reservation({
  id = id, status = 'held', hub = hub, order = request.orderId, user = request.userId,
  lines = request.lines, buckets = buckets, at = now, hold_ms = request.holdMs,
  expires_at = expires_at,
}, expires_at)
write('HSET', order_key, hub, id)
commit()
return cjson.encode({
  kind = 'reserved', reservationId = id, expiresAt = expires_at, holdMs = request.holdMs,
})
