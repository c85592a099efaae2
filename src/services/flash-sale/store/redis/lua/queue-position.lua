-- Where a user waits. ARGV[1]: {userId, productId or not, now}.
-- Reply: QueuePosition of ../../waiting-room.ts.
local user = a.userId
local waits = {}
for _, id in ipairs(a.productId and { a.productId } or redis.call('SMEMBERS', key('waits', user))) do
  local product = product_of(id)
  if product and not is_stale(product, a.now) and redis.call('ZSCORE', key('room', id), user) then
    waits[#waits + 1] = id
  end
end
if #waits == 1 then
  return cjson.encode({
    kind = 'waiting',
    productId = waits[1],
    position = redis.call('ZRANK', key('room', waits[1]), user),
    returnIntervalMs = tonumber(redis.call('HGET', key('product', waits[1]), 'return_interval')),
  })
end
local promoted = key('promoted', user)
local products = #waits > 0 and waits or a.productId and { a.productId } or redis.call('HKEYS', promoted)
if #products > 1 then
  return cjson.encode({ kind = 'several', products = products })
end
local promotion = products[1] and redis.call('HGET', promoted, products[1])
if not promotion then
  return cjson.encode({ kind = 'not-queued' })
end
promotion = cjson.decode(promotion)
promotion.kind, promotion.productId = 'promoted', products[1]
return cjson.encode(promotion)
