-- Describes a sale for its followers. ARGV[1]: {productId}. Reply: null, or SaleStatus of
-- ../../ledger.ts. Whatever moves a position changes a value of `version`.
local product = product_of(a.productId)
if not product then
  return 'null'
end
local available = sum(available_of(product))
local waiting = redis.call('ZCARD', key('room', product.id))
local version = redis.call('HMGET', key('product', product.id), 'generation', 'held', 'released', 'joined',
  'return_interval')
for i = 1, 5 do
  version[i] = version[i] or ''
end
return cjson.encode({
  mode = product.mode, startsAt = product.rules.startsAt, endsAt = product.rules.endsAt,
  available = available, waiting = waiting,
  version = table.concat(version, ' ') .. ' ' .. waiting .. ' ' .. string.format('%.0f', available),
})
