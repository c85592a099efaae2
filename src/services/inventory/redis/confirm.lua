-- Makes a reservation final and puts that into the outbox. ARGV: reservation, now.
-- Reply: how it ended (confirmed, released, expired), or 'unknown'.
local now = tonumber(ARGV[2])
local reservation = reservation_of(ARGV[1])
if not reservation then
  return 'unknown'
end
if reservation.status ~= 'held' or expire_if_overdue(reservation, now) then
  return reservation.status
end
local movements = cjson.decode(reservation.lines)
for _, movement in ipairs(movements) do
  local stock = stock_of(reservation.hub .. '/' .. movement.sku)
  stock.held = stock.held - movement.qty
  stock.confirmed = stock.confirmed + movement.qty
  stock.seq = stock.seq + 1
  save_stock(stock)
  movement.delta = -movement.qty
  movement.seq = stock.seq
end
end_reservation(reservation, 'confirmed', now)
add_to_outbox({
  id = reservation.id, kind = 'confirm', hub = reservation.hub, order = reservation.order,
  user = reservation.user, at = now, movements = movements,
})
return 'confirmed'
