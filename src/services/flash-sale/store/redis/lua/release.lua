-- Returns a reservation to its bucket once, then confirms waiting users.
-- ARGV[1]: {reservationId, ids (seed of the ids of promotions), now}.
-- Reply: ReleaseOutcome of ../../ledger.ts and Begun of ../../promotions.ts, or `unfinished`.
local reservation = reservation_of(a.reservationId)
local status = reservation and reservation.status or 'unknown'
if status ~= 'held' then
  return cjson.encode({ kind = status == 'released' and 'already-released' or status })
end
local product = product_of(reservation.productId)
if is_unfinished(product, a.now) then
  return cjson.encode(unfinished(product.id))
end
local units = sum(available_of(product)) + reservation.qty
local limit = math.min(units, PROMOTION_SLICE)
local waiters = first_waiters(product, limit)
if not give_back(a.reservationId, reservation, a.now) then
  return cjson.encode({ kind = 'ledger-closed' })
end
local promoted, is_over = promote(product, waiters, limit, a.ids)
local waiting = redis.call('ZCARD', key('room', product.id))
return json({ kind = 'released', productId = product.id, promoted = promoted, isOver = is_over, waiting = waiting })
