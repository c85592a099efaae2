-- Claims pooled orders, if a batch is due.
-- ARGV[3…]: name for the batch if it has none, end of the claims, how many orders at most
-- Reply: nil, or {batch, doc, excluded, doc, excluded, …}
local gathering = key('gathering')
local fields = redis.call('HMGET', gathering, 'batch', 'flush_at')
if not fields[2] or tonumber(fields[2]) > now then
  return nil
end
local batch = fields[1] or ARGV[3]
local orders = redis.call('ZRANGEBYSCORE', key('pool'), '-inf', instant(now), 'LIMIT', 0, ARGV[5])
local reply = { batch }
for _, order in ipairs(orders) do
  redis.call('ZREM', key('pool'), order)
  redis.call('ZADD', key('claims'), ARGV[4], order)
  redis.call('HSET', key('order', order), 'state', 'claimed', 'batch', batch)
  local found = redis.call('HMGET', key('order', order), 'doc', 'excluded')
  reply[#reply + 1] = found[1]
  reply[#reply + 1] = found[2]
end
redis.call('DEL', gathering)
-- What exceeds this batch is the next one, at once; what another batch left waits for a window.
local first = redis.call('ZRANGE', key('pool'), 0, 0, 'WITHSCORES')[2]
if first then
  wake(tonumber(first) <= now and now or now + rules.window)
end
return reply
