-- Makes a reservation final.
-- KEYS[1]: shard. ARGV: reservation, now.
-- Reply: how it ended (confirmed, released, expired), or 'unknown'.
local now = tonumber(ARGV[2])

-- 1 Only a reservation that is held, and not overdue, can be confirmed.
local reservation = find_reservation(ARGV[1])
if not reservation then
  return 'unknown'
end
if reservation.status ~= 'held' or expire_if_overdue(reservation, now) then
  return reservation.status
end

-- 2 The units move from held to confirmed: a movement of each line.
local movements = cjson.decode(reservation.lines)
for _, movement in ipairs(movements) do
  local stock = find_stock(reservation.hub .. '/' .. movement.sku)
  stock.held = stock.held - movement.qty
  stock.confirmed = stock.confirmed + movement.qty
  stock.seq = stock.seq + 1
  save_stock(stock)
  movement.delta = -movement.qty
  movement.seq = stock.seq
end

-- 3 The record will have it: the entry stands in the outbox with the same step.
end_reservation(reservation, 'confirmed', now)
add_to_outbox({
  id = reservation.id, kind = 'confirm', hub = reservation.hub, order = reservation.order,
  user = reservation.user, at = now, movements = movements,
})
return 'confirmed'
