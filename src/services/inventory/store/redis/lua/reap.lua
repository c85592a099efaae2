-- Settles reservations that are due, at most REAP_LIMIT of them.
-- KEYS: those of the shard. ARGV: now.
-- Reply: how many, and how many of them were overdue.
local now = tonumber(ARGV[1])
local expired = 0
local ids = redis.call('ZRANGEBYSCORE', key('due'), '-inf', '(' .. ARGV[1], 'LIMIT', 0, REAP_LIMIT)
for _, id in ipairs(ids) do
  local reservation = find_reservation(id)
  if reservation.status == 'held' then
    -- 1 The units of an overdue reservation are available again.
    return_units(reservation, 'expired', now)
    expired = expired + 1
  else
    -- 2 One that ended long ago is forgotten; its order may reserve again.
    write('DEL', key('reservation', id))
    write('ZREM', key('due'), id)
    local order_key = key('order', reservation.order)
    if redis.call('HGET', order_key, reservation.hub) == id then
      write('HDEL', order_key, reservation.hub)
    end
  end
end
commit()
return { #ids, expired }
