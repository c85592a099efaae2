-- The first half of a checkout with a slot pool. ARGV: a checkout as JSON, size of the pool.
-- Reply: {'admitted'}, {'no-slot'}, or a refusal as in checkout.lua.
local c = cjson.decode(ARGV[1])
local refusal = refuse(c, drop_if_stale(product_of(c.product_id), c.now))
if refusal then
  return refusal
end
-- Slots of processes that died come back by their lifetime.
redis.call('ZREMRANGEBYSCORE', key('slots'), '-inf', c.now)
if redis.call('ZCARD', key('slots')) >= tonumber(ARGV[2]) then
  return { 'no-slot' }
end
redis.call('ZADD', key('slots'), c.now + SLOT, c.reservation_id)
record_all(c)
save_result(c.idempotency_key, 'running', instant(c.now), c.reservation_id)
return { 'admitted' }
