-- Ends a reservation and returns its units. ARGV: reservation, now.
-- Reply: how it ended (confirmed, released, expired), or 'unknown'.
local now = tonumber(ARGV[2])
local reservation = reservation_of(ARGV[1])
if not reservation then
  return 'unknown'
end
if reservation.status == 'held' and not expire_if_overdue(reservation, now) then
  give_stock_back(reservation, 'released', now)
end
return reservation.status
