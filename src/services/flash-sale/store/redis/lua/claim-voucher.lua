-- ARGV: product, user, device, now. Reply: a VoucherOutcome of ../../vouchers.ts.
-- Only a claim that gives a voucher counts in the device's window.
local user, device, now = ARGV[2], ARGV[3], tonumber(ARGV[4])
local requests = requests_of(device, now)
if not has_room(requests) then
  return 'rate-limited'
end
local product = product_of(ARGV[1])
if not product or product.generation == 0 then
  return 'unknown'
end
if product.flow ~= 'voucher' then
  return 'wrong-flow'
end
if redis.call('SISMEMBER', key('vouchers', product.id), user) == 1 then
  return 'already-claimed'
end
if tonumber(redis.call('HGET', key('product', product.id), 'vouchers_left')) == 0 then
  return 'none-left'
end
redis.call('SADD', key('vouchers', product.id), user)
redis.call('HINCRBY', key('product', product.id), 'vouchers_left', -1)
record(device, requests, now)
return 'claimed'
