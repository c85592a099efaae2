-- Claims orders, if a batch is due: new ones first, then what earlier batches left over.
-- ARGV[3…]: name for the batch if it has none, end of the claims, how many orders at most
-- Reply: nil, or {batch, doc, excluded, doc, excluded, …}
local gathering = key('gathering')
local fields = redis.call('HMGET', gathering, 'batch', 'flush_at', 'arrived')
if not fields[2] or tonumber(fields[2]) > now then
  return nil
end
local batch = fields[1] or ARGV[3]
local reply = { batch }
local room = tonumber(ARGV[5])
for _, set in ipairs({ 'pool', 'left_over' }) do
  local orders = redis.call('ZRANGEBYSCORE', key(set), '-inf', instant(now), 'LIMIT', 0, room)
  room = room - #orders
  for _, order in ipairs(orders) do
    redis.call('ZREM', key(set), order)
    redis.call('ZADD', key('claims'), ARGV[4], order)
    redis.call('HSET', key('order', order), 'state', 'claimed', 'batch', batch)
    local found = redis.call('HMGET', key('order', order), 'doc', 'excluded')
    reply[#reply + 1] = found[1]
    reply[#reply + 1] = found[2]
  end
end
redis.call('DEL', gathering)
-- New orders that exceed a batch are the next one, at once. What is left over is gone through once
-- a window, so that a crowd of it does not follow every third order.
local fresh = redis.call('ZRANGE', key('pool'), 0, 0, 'WITHSCORES')[2]
local left = redis.call('ZRANGE', key('left_over'), 0, 0, 'WITHSCORES')[2]
local was_full = tonumber(fields[3] or 0) >= rules.full
if fresh then
  wake(math.max(now, tonumber(fresh)))
elseif left then
  wake(tonumber(left) <= now and not was_full and now or now + rules.window)
end
return reply
