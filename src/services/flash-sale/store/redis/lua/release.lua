-- Returns a reservation to its bucket once, then confirms waiting users.
-- ARGV: reservation, id seed, now.
-- Reply: {'unknown'}, {'confirmed'}, {'already-released'}, {'ledger-closed'} or
-- {'released', users who still wait, {{user, order, reservation}, …}}.
local now = tonumber(ARGV[3])
local reservation = reservation_of(ARGV[1])
if not reservation then
  return { 'unknown' }
end
if reservation.status == 'confirmed' then
  return { 'confirmed' }
end
if reservation.status == 'released' then
  return { 'already-released' }
end
if not give_back(reservation, now) then
  return { 'ledger-closed' }
end
local promoted = promote_waiting(product_of(reservation.product_id), ARGV[2], now)
return { 'released', redis.call('ZCARD', key('room', reservation.product_id)), promoted }
