-- The ledger of a product at one instant. ARGV[1]: {productId}.
-- Reply: null, or StockView of ../../ledger.ts.
local product = product_of(a.productId)
if not product or product.generation == 0 then
  return 'null'
end
local view = { productId = product.id, flow = product.flow, buckets = available_of(product) }
for i, units in ipairs(view.buckets) do
  view.buckets[i] = tonumber(units)
end
view.available = sum(view.buckets)
for _, count in ipairs({ 'loaded', 'held', 'confirmed', 'released', 'expired' }) do
  view[count] = tonumber(redis.call('HGET', key('product', product.id), count))
end
view.waiting = redis.call('ZCARD', key('room', product.id))
return cjson.encode(view)
