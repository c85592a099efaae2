-- The ledger of a product at one instant. ARGV: product.
-- Reply: false, or {flow, loaded, held, confirmed, released, waiting, {units of each bucket…}}.
local product = product_of(ARGV[1])
if not product or product.generation == 0 then
  return false
end
local counts = redis.call('HMGET', key('product', product.id), 'loaded', 'held', 'confirmed', 'released')
local units = available_of(product)
for _, numbers in ipairs({ counts, units }) do
  for i, text in ipairs(numbers) do
    numbers[i] = tonumber(text)
  end
end
local waiting = redis.call('ZCARD', key('room', product.id))
return { product.flow, counts[1], counts[2], counts[3], counts[4], waiting, units }
