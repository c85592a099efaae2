-- Makes a sale final. ARGV: reservation. Reply: {'unknown'}, {'released'} or {'confirmed', order}.
local reservation = reservation_of(ARGV[1])
if not reservation then
  return { 'unknown' }
end
if reservation.status == 'released' then
  return { 'released' }
end
if reservation.status == 'held' then
  reservation.status = 'confirmed'
  save_reservation(reservation)
  local hash = key('product', reservation.product_id)
  if tonumber(redis.call('HGET', hash, 'generation')) == reservation.generation then
    redis.call('HINCRBY', hash, 'held', -reservation.qty)
    redis.call('HINCRBY', hash, 'confirmed', reservation.qty)
  end
end
return { 'confirmed', reservation.order_id }
