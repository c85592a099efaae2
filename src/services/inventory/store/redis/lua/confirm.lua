-- Makes a reservation final.
-- KEYS: those of the shard. ARGV: reservation, now.
-- Reply: how it ended (confirmed, released, expired), or 'unknown'.
local now = tonumber(ARGV[2])

-- 1 Only a reservation that is held, and not overdue, can be confirmed.
return end_held(ARGV[1], now, function(reservation)
  -- 2 The units move from held to confirmed: a movement of each line.
  local movements = move_held_to_confirmed(reservation)

  -- 3 The record will have it: the entry stands in the outbox with the same step.
  end_confirmed(reservation, movements, now)
end)
