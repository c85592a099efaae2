-- The second half of a checkout with a slot pool: makes the sale, gives the slot back.
-- ARGV: the checkout as JSON. Reply: as in checkout.lua; 'repeated' when another request has taken
-- the key over because this one needed more than 30 s.
local c = cjson.decode(ARGV[1])
redis.call('ZREM', key('slots'), c.reservation_id)
local lock = redis.call('GET', key('result', c.idempotency_key)) or ''
if string.match(lock, '^running %d+ (%S+)') ~= c.reservation_id then
  return { 'repeated', living(lock, c.now) or 'running ' .. instant(c.now) }
end
local outcome = make_sale(c, drop_if_stale(product_of(c.product_id), c.now))
if outcome[1] == 'sold-out' then
  redis.call('DEL', key('result', c.idempotency_key))
  for _, device in ipairs(c.devices) do
    take_back(device, c.now)
  end
end
return outcome
