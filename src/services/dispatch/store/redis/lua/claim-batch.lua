-- Claims orders, if a batch is due: new ones first, then unmatched ones.
-- ARGV[2]: name for the batch if it has none
-- Reply: {batchId, orders: a list of OrderRecord}; without batchId if none is due
local next_batch = record('next_batch')
local due_at, new_orders = tonumber(next_batch.due_at or nil), tonumber(next_batch.new_orders or 0)
if not due_at or due_at > now then
  return '{"orders":[]}'
end
local batch = next_batch.batch or ARGV[2]
local orders = {}
for _, set in ipairs({ 'pool', 'unmatched' }) do
  local room = MAX_ORDERS - #orders
  local ids = redis.call('ZRANGEBYSCORE', key(set), '-inf', instant(now), 'LIMIT', 0, room)
  for _, order in ipairs(ids) do
    local found = record('order', order)
    redis.call('ZREM', key(set), order)
    if found.orderId then
      redis.call('ZADD', key('claims'), instant(now + CLAIM_MS), order)
      set_order_state(found, 'claimed', 'batchId', batch)
      orders[#orders + 1] = found
    end
  end
end
-- When the batch after this one is due: rules/batching.ts, afterClaim.
redis.call('DEL', key('next_batch'))
local pooled_at = tonumber(redis.call('ZRANGE', key('pool'), 0, 0, 'WITHSCORES')[2])
local unmatched_at = tonumber(redis.call('ZRANGE', key('unmatched'), 0, 0, 'WITHSCORES')[2])
local was_full = new_orders >= MIN_ORDERS
if pooled_at then
  due_by(math.max(now, pooled_at))
elseif unmatched_at then
  due_by(unmatched_at <= now and not was_full and now or now + WINDOW_MS)
end
return '{"batchId":' .. cjson.encode(batch) .. ',"orders":' .. list(orders) .. '}'
