-- Takes an order, once. When its batch is due: rules/batching.ts, withNewOrder.
-- ARGV[2…]: order, name for the next batch if it has none, then names and values of the fields
-- Reply: Submitted
local id, proposed_batch = ARGV[2], ARGV[3]
local order = record('order', id)
if not order.orderId then
  local next_batch = record('next_batch')
  local batch = next_batch.batch or proposed_batch
  local new_orders = tonumber(next_batch.new_orders or 0) + 1
  local due_at = due_by(new_orders >= MIN_ORDERS and now or now + WINDOW_MS)
  redis.call('HSET', key('next_batch'), 'batch', batch, 'new_orders', new_orders)
  redis.call('HSET', key('order', id), unpack(ARGV, 4))
  redis.call('HSET', key('order', id), 'attempts', 0, 'attemptsTotal', 0, 'round', 1,
    'rejectedBy', '', 'byHand', 0, 'batchId', batch, 'firstBatch', batch,
    'estimateMs', instant(math.max(0, due_at - now)))
  order = record('order', id)
  redis.call('ZADD', key('orders'), 0, id)
  redis.call('ZADD', key('ends'), order.endsAt, id)
  put_into_pool(order)
end
return cjson.encode({
  dispatchId = order.dispatchId, batchId = order.firstBatch, estimateMs = order.estimateMs
})
