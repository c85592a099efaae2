-- ARGV[1], reply: VoucherClaim and VoucherOutcome of ../../vouchers.ts.
-- Only a claim that gives a voucher counts in the device's window.
local function claim()
  local requests = requests_of(a.device, a.now)
  if not has_room(requests) then
    return 'rate-limited'
  end
  local product = product_of(a.productId)
  if not product or product.generation == 0 then
    return 'unknown'
  end
  if product.flow ~= 'voucher' then
    return 'wrong-flow'
  end
  if redis.call('SISMEMBER', key('vouchers', product.id), a.userId) == 1 then
    return 'already-claimed'
  end
  if tonumber(redis.call('HGET', key('product', product.id), 'vouchers_left')) == 0 then
    return 'none-left'
  end
  redis.call('SADD', key('vouchers', product.id), a.userId)
  redis.call('HINCRBY', key('product', product.id), 'vouchers_left', -1)
  record(a.device, requests, a.now)
  return 'claimed'
end
return cjson.encode(claim())
