-- Opens, pauses or closes a sale. The slices that follow a close empty the waiting room.
-- ARGV[1]: {productId, mode, ids, now}. Reply: ModeOutcome of ../../ledger.ts and Begun of
-- ../../promotions.ts, or `unfinished`.
local product = product_of(a.productId)
if not product or product.generation == 0 then
  return cjson.encode({ kind = 'unknown' })
end
if is_unfinished(product, a.now) then
  return cjson.encode(unfinished(a.productId))
end
local hash = key('product', a.productId)
local must_empty = a.mode == 'closed' and redis.call('EXISTS', key('room', a.productId)) == 1
if a.mode == 'open' then
  redis.call('HDEL', hash, 'mode')
else
  redis.call('HSET', hash, 'mode', a.mode)
end
if must_empty then
  redis.call('HSET', hash, 'promoting', a.ids)
  redis.call('SADD', key('promoting'), a.productId)
end
changed(a.productId)
return cjson.encode({ kind = 'set', isOver = not must_empty })
