-- Returns the units of overdue reservations, and forgets those that ended long ago.
-- ARGV: now, how many at most. Reply: how many.
local now = tonumber(ARGV[1])
local ids = redis.call('ZRANGEBYSCORE', key('due'), '-inf', '(' .. ARGV[1], 'LIMIT', 0, ARGV[2])
for _, id in ipairs(ids) do
  local reservation = reservation_of(id)
  if reservation.status == 'held' then
    give_stock_back(reservation, 'expired', now)
  else
    redis.call('DEL', key('reservation', id))
    redis.call('ZREM', key('due'), id)
    if reservation.status == 'confirmed' then
      redis.call('DEL', key('order', reservation.hub .. '/' .. reservation.order))
    end
  end
end
return #ids
