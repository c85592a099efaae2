-- Ends a reservation and returns its units.
-- KEYS: those of the shard. ARGV: reservation, now.
-- Reply: how it ended (confirmed, released, expired), or 'unknown'.
local now = tonumber(ARGV[2])

-- 1 Only a reservation that is held, and not overdue, can be released.
return end_held(ARGV[1], now, function(reservation)
  -- 2 The units are available again.
  return_units(reservation, 'released', now)
end)
