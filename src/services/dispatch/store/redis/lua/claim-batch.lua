-- Claims orders, if a batch is due: new ones first, then unmatched ones.
-- ARGV[2]: name for the batch if it has none
-- Reply: nil, or {batch, doc, rejected_by, doc, rejected_by, …}
local fields = redis.call('HMGET', key('next_batch'), 'batch', 'due_at', 'new_orders')
local due_at, new_orders = tonumber(fields[2] or nil), tonumber(fields[3] or 0)
if not due_at or due_at > now then
  return nil
end
local batch = fields[1] or ARGV[2]
local reply = { batch }
local room = MAX_ORDERS
for _, set in ipairs({ 'pool', 'unmatched' }) do
  local orders = redis.call('ZRANGEBYSCORE', key(set), '-inf', instant(now), 'LIMIT', 0, room)
  room = room - #orders
  for _, order in ipairs(orders) do
    redis.call('ZREM', key(set), order)
    redis.call('ZADD', key('claims'), instant(now + CLAIM_MS), order)
    redis.call('HSET', key('order', order), 'state', 'claimed', 'batch', batch)
    local found = redis.call('HMGET', key('order', order), 'doc', 'rejected_by')
    reply[#reply + 1] = found[1]
    reply[#reply + 1] = found[2]
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
return reply
