-- Makes a sale final, unless its hold has lapsed. ARGV[1]: {reservationId, now}.
-- Reply: ConfirmOutcome of ../../ledger.ts.
local reservation = reservation_of(a.reservationId)
local status = reservation and reservation.status or 'unknown'
if status == 'unknown' or status == 'released' then
  return cjson.encode({ kind = status })
end
if is_lapsed(reservation, a.now) then
  return cjson.encode({ kind = 'expired' })
end
if status == 'held' then
  local hash = key('product', reservation.productId)
  local generation = tonumber(redis.call('HGET', hash, 'generation'))
  end_hold(a.reservationId, reservation, 'confirmed')
  if generation == reservation.generation then
    redis.call('HINCRBY', hash, 'held', -reservation.qty)
    redis.call('HINCRBY', hash, 'confirmed', reservation.qty)
  end
end
return cjson.encode({ kind = 'confirmed', orderId = reservation.orderId })
