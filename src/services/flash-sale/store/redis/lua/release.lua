-- Returns a reservation to its bucket once, then confirms waiting users.
-- ARGV[1]: {reservationId, ids (seed of the ids of promotions), now}.
-- Reply: ReleaseOutcome of ../../ledger.ts and Begun of ../../promotions.ts, or `unfinished`.
local reservation = reservation_of(a.reservationId)
local status = reservation and reservation.status or 'unknown'
-- The sweep returns the units of a lapsed hold, if that has not happened yet.
if status == 'held' and is_lapsed(reservation, a.now) then
  status = 'expired'
end
if status ~= 'held' then
  return cjson.encode({ kind = status == 'released' and 'already-released' or status })
end
local product = product_of(reservation.productId)
if is_unfinished(product, a.now) then
  return cjson.encode(unfinished(product.id))
end
local waiters, limit = waiters_for(product, reservation.qty)
if not give_back(product, a.reservationId, reservation, 'released', a.now) then
  return cjson.encode({ kind = 'ledger-closed' })
end
local promoted, is_over = promote(product, waiters, limit, a.ids, a.now)
local waiting = redis.call('ZCARD', key('room', product.id))
return json({ kind = 'released', productId = product.id, promoted = promoted, isOver = is_over, waiting = waiting })
