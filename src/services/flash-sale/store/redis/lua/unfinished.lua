-- Finds work for slice.lua: promotions that broke off, and waiting rooms of products that never had
-- stock and that nobody has joined for too long. ARGV[1]: {now}. Reply: a product, or null.
local past = '(' .. instant(a.now - WAITING_ROOM_MS)
local product = redis.call('SRANDMEMBER', key('promoting'))
  or redis.call('ZRANGEBYSCORE', key('unloaded'), '-inf', past, 'LIMIT', 0, 1)[1]
return cjson.encode(product or cjson.null)
