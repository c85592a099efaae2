-- Takes an order, once. When its batch is due: rules/batching.ts, withNewOrder.
-- ARGV[2…]: order, name for the next batch if it has none, then names and values of the fields
-- Reply: Submitted
local id, proposed_batch = ARGV[2], ARGV[3]
local order = record('order', id)
if not order.orderId then
  local next_batch = key('next_batch')
  redis.call('HSETNX', next_batch, 'batch', proposed_batch)
  local new_orders = redis.call('HINCRBY', next_batch, 'new_orders', 1)
  due_by(new_orders >= MIN_ORDERS and now or now + WINDOW_MS)
  local batch, due_at = unpack(redis.call('HMGET', next_batch, 'batch', 'due_at'))
  redis.call('HSET', key('order', id), unpack(ARGV, 4))
  redis.call('HSET', key('order', id), 'attempts', 0, 'attemptsTotal', 0, 'round', 1,
    'rejectedBy', '', 'byHand', 0, 'batchId', batch, 'firstBatch', batch,
    'estimateMs', instant(math.max(0, tonumber(due_at) - now)))
  put_into_pool(id)
  order = record('order', id)
end
return cjson.encode({
  dispatchId = order.dispatchId, batchId = order.firstBatch, estimateMs = order.estimateMs
})
