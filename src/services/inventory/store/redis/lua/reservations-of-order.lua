-- Finds in each hub, or in one, the only reservation of an order that may be held or confirmed.
-- KEYS: those of the shard. ARGV: order, hub (or '').
-- Reply: JSON array of reservations, as they are stored.
local order_key = key('order', ARGV[1])
local ids
if ARGV[2] == '' then
  ids = redis.call('HVALS', order_key)
else
  ids = { redis.call('HGET', order_key, ARGV[2]) or nil }
end
local reply = {}
for i, id in ipairs(ids) do
  reply[i] = redis.call('GET', key('reservation', id))
end
return '[' .. table.concat(reply, ',') .. ']'
