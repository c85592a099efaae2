-- Returns overdue prizes to stock and drops stale rooms, a bounded number of each.
-- ARGV: now. Reply: 1 when there may be more, else 0.
local now = tonumber(ARGV[1])
local tokens = redis.call('ZRANGEBYSCORE', key('open_prizes'), '-inf', now, 'LIMIT', 0, 500)
for _, token in ipairs(tokens) do
  local reservation = reservation_of(prize_of(token).reservation_id)
  -- The holder may have confirmed or released it by its id, without the token.
  if reservation.status == 'held' then
    give_back(reservation, now)
  end
  redis.call('ZREM', key('open_prizes'), token)
end
local rooms = redis.call('ZRANGEBYSCORE', key('unloaded'), '-inf', '(' .. now - ROOM, 'LIMIT', 0, 20)
for _, id in ipairs(rooms) do
  drop_if_stale(product_of(id), now)
end
return (#tokens > 0 or #rooms > 0) and 1 or 0
