-- Changes the available units of a stock key.
-- KEYS: those of the shard. ARGV: JSON {hubId, sku, delta, reason, reference, body, grant, entryId, now}.
-- Reply: JSON {kind = 'adjusted', stock}, {kind = 'short' or 'above-limit', available} or {kind}, one of
-- reference-used, revoked (the grant of the reference).
local request = cjson.decode(ARGV[1])
local hub, sku, delta, now = request.hubId, request.sku, request.delta, request.now
if redis.call('EXISTS', key('revoked', request.grant)) == 1 then
  return cjson.encode({ kind = 'revoked' })
end

-- 1 A reference is used once: the same adjustment gets its first outcome.
local earlier = find_adjustment(request.reference, now)
if earlier and earlier.body ~= request.body then
  return cjson.encode({ kind = 'reference-used' })
end
if earlier then
  return cjson.encode({ kind = 'adjusted', stock = earlier.stock })
end

-- 2 The available units stay within their limits, or nothing is changed.
local stock = find_stock(hub, sku)
local is_new = not stock
stock = stock or new_stock()
local before = sum(stock.buckets)
local available = before + delta
if available < 0 then
  return cjson.encode({ kind = 'short', available = before })
end
if delta > 0 and available > AVAILABLE_LIMIT then
  return cjson.encode({ kind = 'above-limit', available = before })
end

-- 3 The available units are changed, spread evenly.
stock.buckets = split(available, #stock.buckets)
stock.loaded = stock.loaded + delta
stock.seq = stock.seq + 1
save_stock(hub, sku, stock)
if is_new then
  write('ZADD', key('stock-keys'), 0, in_hub(hub, sku))
end

-- 4 The reference is used, and the record will have the adjustment, with the same step.
local adjustment = { body = request.body, stock = stock, at = now }
write('SET', key('adjustment', request.reference), cjson.encode(adjustment), 'PX', KEEP_MS)
add_to_outbox({
  id = request.entryId, kind = 'adjust', hubId = hub, orderId = cjson.null, userId = cjson.null,
  reason = request.reason, reference = request.reference, at = now,
  movements = { { sku = sku, qty = math.abs(delta), delta = delta, seq = stock.seq } },
})
commit()
return cjson.encode({ kind = 'adjusted', stock = stock })
