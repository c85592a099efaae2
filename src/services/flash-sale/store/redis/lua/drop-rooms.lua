-- Drops waiting rooms of products that never had stock, when nobody came for too long.
-- ARGV: now, most rooms. Reply: 1 when there may be more, else 0.
local now, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local past = '(' .. instant(now - WAITING_ROOM_MS)
local rooms = redis.call('ZRANGEBYSCORE', key('unloaded'), '-inf', past, 'LIMIT', 0, limit)
for _, id in ipairs(rooms) do
  drop_if_stale(product_of(id), now)
end
return #rooms == limit and 1 or 0
