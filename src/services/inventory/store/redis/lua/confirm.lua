-- Makes a reservation final.
-- KEYS: those of the shard. ARGV: reservation, now.
-- Reply: how it ended (confirmed, released, expired), or 'unknown'.
local now = tonumber(ARGV[2])

-- 1 Only a reservation that is held, and not overdue, can be confirmed.
return end_held(ARGV[1], now, function(reservation)
  -- 2 The units move from held to confirmed: a movement of each line.
  local movements = cjson.decode(reservation.lines)
  for _, movement in ipairs(movements) do
    local stock = find_stock(reservation.hub, movement.sku)
    stock.held = stock.held - movement.qty
    stock.confirmed = stock.confirmed + movement.qty
    stock.seq = stock.seq + 1
    save_stock(reservation.hub, movement.sku, stock)
    movement.delta = -movement.qty
    movement.seq = stock.seq
  end

  -- 3 The record will have it: the entry stands in the outbox with the same step.
  end_reservation(reservation, 'confirmed', now)
  add_to_outbox({
    id = reservation.id, kind = 'confirm', hubId = reservation.hub, orderId = reservation.order,
    userId = reservation.user, at = now, movements = movements,
  })
end)
