-- Sets the available units of a stock key.
-- KEYS: those of the shard. ARGV: JSON {hubId, sku, quantity, partitioned (absent for as it is), entryId, now}.
-- Reply: JSON {kind = 'below-held', held} or {kind = 'loaded', stock}.
local load = cjson.decode(ARGV[1])
local hub, sku, quantity = load.hubId, load.sku, load.quantity
local stock = find_stock(hub, sku)
if not stock then
  stock = new_stock()
  write('ZADD', key('stock-keys'), 0, in_hub(hub, sku))
end

-- 1 The available units cannot be set below what is held.
if quantity < stock.held then
  return cjson.encode({ kind = 'below-held', held = stock.held })
end

-- 2 The available units are set, spread evenly; held and confirmed ones stay.
local delta = quantity - sum(stock.buckets)
local n = #stock.buckets
if load.partitioned ~= nil then
  n = load.partitioned and BUCKETS or 1
end
stock.buckets = split(quantity, n)
stock.loaded = quantity + stock.held + stock.confirmed
stock.seq = stock.seq + 1
save_stock(hub, sku, stock)

-- 3 The record will have it: the entry stands in the outbox with the same step.
add_to_outbox({
  id = load.entryId, kind = 'load', hubId = hub, orderId = cjson.null, userId = cjson.null,
  at = load.now, movements = { { sku = sku, qty = quantity, delta = delta, seq = stock.seq } },
})
commit()
return cjson.encode({ kind = 'loaded', stock = stock })
