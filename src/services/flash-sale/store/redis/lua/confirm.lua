-- Makes a sale final. ARGV[1]: {reservationId}. Reply: ConfirmOutcome of ../../ledger.ts.
local reservation = reservation_of(a.reservationId)
local status = reservation and reservation.status or 'unknown'
if status == 'unknown' or status == 'released' then
  return cjson.encode({ kind = status })
end
if status == 'held' then
  local hash = key('product', reservation.productId)
  local generation = tonumber(redis.call('HGET', hash, 'generation'))
  reservation.status = 'confirmed'
  save_reservation(a.reservationId, reservation)
  if generation == reservation.generation then
    redis.call('HINCRBY', hash, 'held', -reservation.qty)
    redis.call('HINCRBY', hash, 'confirmed', reservation.qty)
  end
end
return cjson.encode({ kind = 'confirmed', orderId = reservation.orderId })
