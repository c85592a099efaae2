-- Returns the units of prizes that nobody claimed in time.
-- ARGV: now, most prizes. Reply: 1 when there may be more, else 0.
local now, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local tokens = redis.call('ZRANGEBYSCORE', key('open_prizes'), '-inf', now, 'LIMIT', 0, limit)
for _, token in ipairs(tokens) do
  local reservation = reservation_of(prize_of(token).reservation_id)
  -- The holder may have confirmed or released it by its id, without the token.
  if reservation.status == 'held' then
    give_back(reservation, now)
  end
  redis.call('ZREM', key('open_prizes'), token)
end
return #tokens == limit and 1 or 0
