-- Returns lapsed holds to their buckets, some of one product, then confirms waiting users: as a release
-- does. ARGV[1]: {ids (seed of the ids of promotions), now}.
-- Reply: Lapsed of ../../promotions.ts, or `unfinished`.
local due = redis.call('ZRANGEBYSCORE', key('holds'), '-inf', a.now, 'LIMIT', 0, LAPSE_SLICE)
if #due == 0 then
  return cjson.encode({ kind = 'none' })
end
local id = reservation_of(due[1]).productId
local product = product_of(id)
if is_unfinished(product, a.now) then
  return cjson.encode(unfinished(id))
end
local holds, users, units = {}, {}, 0
for _, reservation_id in ipairs(due) do
  local reservation = reservation_of(reservation_id)
  if reservation.productId == id then
    holds[#holds + 1] = { id = reservation_id, reservation = reservation }
    users[#users + 1] = reservation.userId
    units = units + (reservation.generation == product.generation and reservation.qty or 0)
  end
end
local waiters, limit = waiters_for(product, units)
for _, hold in ipairs(holds) do
  give_back(product, hold.id, hold.reservation, 'expired', a.now)
  changed(id, hold.reservation.userId)
end
local promoted, is_over = promote(product, waiters, limit, a.ids, a.now)
return json({ kind = 'lapsed', productId = id, users = users, promoted = promoted, isOver = is_over })
