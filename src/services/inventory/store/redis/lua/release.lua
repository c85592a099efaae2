-- Ends a reservation and returns its units.
-- KEYS[1]: shard. ARGV: reservation, now.
-- Reply: how it ended (confirmed, released, expired), or 'unknown'.
local now = tonumber(ARGV[2])

-- 1 Only a reservation that is held, and not overdue, can be released.
local reservation = find_reservation(ARGV[1])
if not reservation then
  return 'unknown'
end
if reservation.status ~= 'held' or expire_if_overdue(reservation, now) then
  return reservation.status
end

-- 2 The units are available again.
return_units(reservation, 'released', now)
return 'released'
