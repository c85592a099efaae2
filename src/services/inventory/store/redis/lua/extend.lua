-- Lets a reservation that is held end at another instant.
-- KEYS: those of the shard. ARGV: reservation, time from now on (milliseconds), now.
-- Reply: JSON {kind = 'extended', expiresAt}, {kind = 'limit', latest} or {kind}, one of confirmed,
-- released, expired, unknown.
local now = tonumber(ARGV[3])

-- 1 Only a reservation that is held, and not overdue, can be extended.
local reservation = find_reservation(ARGV[1])
if not reservation then
  return cjson.encode({ kind = 'unknown' })
end
if reservation.status ~= 'held' or expire_if_overdue(reservation, now) then
  commit()
  return cjson.encode({ kind = reservation.status })
end

-- 2 It is held from now on for that time, within its longest one.
local expires_at = now + tonumber(ARGV[2])
local latest = reservation.at + MAX_HELD_MS
if expires_at > latest then
  return cjson.encode({ kind = 'limit', latest = latest })
end
reservation.expires_at = expires_at
save_reservation(reservation, expires_at)
commit()
return cjson.encode({ kind = 'extended', expiresAt = expires_at })
