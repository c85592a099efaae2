-- ARGV: product, user, device, now. Reply: a VoucherOutcome of ../store.ts.
local device, now = ARGV[3], tonumber(ARGV[4])
local window = requests_of(redis.call('GET', key('window', device)), now)
if not has_room(window) then
  return 'rate-limited'
end
local product = product_of(ARGV[1])
if not product or product.generation == 0 then
  return 'unknown'
end
if product.flow ~= 'voucher' then
  return 'wrong-flow'
end
if redis.call('SISMEMBER', key('vouchers', product.id), ARGV[2]) == 1 then
  return 'already-claimed'
end
if tonumber(redis.call('HGET', key('product', product.id), 'vouchers_left')) == 0 then
  return 'none-left'
end
redis.call('SADD', key('vouchers', product.id), ARGV[2])
redis.call('HINCRBY', key('product', product.id), 'vouchers_left', -1)
record(device, window, now)
return 'claimed'
