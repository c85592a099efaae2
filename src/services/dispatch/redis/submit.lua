-- Takes an order, once.
-- ARGV[3…]: order id, doc (JSON), name for the batch if there is none.
-- Reply: {1 if it was known, doc, batch, estimate in ms}
local id, doc, batch = ARGV[3], ARGV[4], ARGV[5]
local known = redis.call('HMGET', key('order', id), 'doc', 'first_batch', 'estimate')
if known[1] then
  return { 1, known[1], known[2], tonumber(known[3]) }
end
local gathering = key('gathering')
if redis.call('HSETNX', gathering, 'batch', batch) == 0 then
  batch = redis.call('HGET', gathering, 'batch')
end
local arrived = redis.call('HINCRBY', gathering, 'arrived', 1)
redis.call('HSET', key('order', id), 'doc', doc, 'first_batch', batch, 'attempts', 0, 'total', 0,
  'round', 1, 'excluded', '', 'by_hand', 0)
pool(id, arrived >= rules.full and now or now + rules.window)
local flush_at = tonumber(redis.call('HGET', gathering, 'flush_at'))
local estimate = math.max(0, flush_at - now)
redis.call('HSET', key('order', id), 'estimate', instant(estimate))
return { 0, doc, batch, estimate }
