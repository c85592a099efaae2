-- Cancels an order that is not delivered; an offer of it is withdrawn, its driver is idle again.
-- ARGV[2…]: order, reason or ""
-- Reply: CancelOutcome
local order, reason = record('order', ARGV[2]), ARGV[3]
if not order.orderId then
  return cjson.encode('unknown')
end
if order.state == 'delivered' or order.state == 'cancelled' then
  return cjson.encode(order.state)
end
-- A new order that waits for its batch no longer counts for it: rules/batching.ts, withoutOrder.
if order.state == 'pooled' and order.batchId == redis.call('HGET', key('next_batch'), 'batch') then
  redis.call('HINCRBY', key('next_batch'), 'new_orders', -1)
end
if reason ~= '' then
  redis.call('HSET', key('order', order.orderId), 'cancelReason', reason)
end
end_order(order, 'cancelled', 'cancelled')
return cjson.encode('cancelled')
