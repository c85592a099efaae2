-- Sets the available units of a stock key.
-- KEYS[1]: shard. ARGV: hub (encoded), sku, quantity, buckets ('' for as they are), entry, now.
-- Reply: {'below-held', held} or {'loaded', {loaded, available, held, confirmed, n}}.
local hub, sku = ARGV[1], ARGV[2]
local quantity, n, now = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[6])
local stock_key = hub .. '/' .. sku
local stock = find_stock(stock_key)
if not stock then
  stock = { key = stock_key, available = 0, held = 0, confirmed = 0, seq = 0, n = 1, buckets = {} }
  redis.call('ZADD', key('stock-keys'), 0, stock_key)
end

-- 1 The available units cannot be set below what is held.
if quantity < stock.held then
  return { 'below-held', stock.held }
end

-- 2 The available units are set, spread evenly; what is held or confirmed stays.
local delta = quantity - stock.available
stock.n = n or stock.n
stock.available = quantity
stock.loaded = quantity + stock.held + stock.confirmed
stock.seq = stock.seq + 1
for i = 1, stock.n do
  stock.buckets[i] = math.floor(quantity / stock.n) + (i <= quantity % stock.n and 1 or 0)
end
save_stock(stock)

-- 3 The record will have it: the entry stands in the outbox with the same step.
add_to_outbox({
  id = ARGV[5], kind = 'load', hub = hub, at = now,
  movements = { { sku = sku, qty = quantity, delta = delta, seq = stock.seq } },
})
return { 'loaded', counts_of(stock) }
