-- Takes an order, once. When its batch is due: rules/batching.ts, withNewOrder.
-- ARGV[2…]: order, doc (JSON), name for the next batch if it has none
-- Reply: {1 if it was known, doc, batch, estimate in ms}
local order, doc, proposed_batch = ARGV[2], ARGV[3], ARGV[4]
local known = redis.call('HMGET', key('order', order), 'doc', 'first_batch', 'estimate_ms')
if known[1] then
  return { 1, known[1], known[2], tonumber(known[3]) }
end
local next_batch = key('next_batch')
redis.call('HSETNX', next_batch, 'batch', proposed_batch)
local new_orders = redis.call('HINCRBY', next_batch, 'new_orders', 1)
due_by(new_orders >= MIN_ORDERS and now or now + WINDOW_MS)
local fields = redis.call('HMGET', next_batch, 'batch', 'due_at')
local batch, estimate_ms = fields[1], math.max(0, tonumber(fields[2]) - now)
redis.call('HSET', key('order', order), 'doc', doc, 'first_batch', batch,
  'estimate_ms', instant(estimate_ms), 'attempts', 0, 'attempts_total', 0, 'round', 1,
  'rejected_by', '', 'by_hand', 0)
put_into_pool(order)
return { 0, doc, batch, estimate_ms }
