-- The ledger of a product at one instant. ARGV: product.
-- Reply: false, or {flow, loaded, held, confirmed, released, waiting, units of each bucket…}.
local product = product_of(ARGV[1])
if not product or product.generation == 0 then
  return false
end
local reply = redis.call('HMGET', key('product', product.id), 'flow', 'loaded', 'held', 'confirmed', 'released')
reply[#reply + 1] = redis.call('ZCARD', key('room', product.id))
for _, units in ipairs(available_of(product)) do
  reply[#reply + 1] = units
end
return reply
