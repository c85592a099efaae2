-- Sets the available units of a place.
-- ARGV: hub (encoded), sku, quantity, buckets ('' for as they are), entry, now.
-- Reply: {'below-held', held} or {'loaded', loaded, available, held, confirmed, n}.
local hub, sku = ARGV[1], ARGV[2]
local quantity, n, now = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[6])
local place = hub .. '/' .. sku
local stock = stock_of(place)
if not stock then
  stock = { place = place, available = 0, held = 0, confirmed = 0, seq = 0, n = 1, buckets = {} }
  redis.call('ZADD', key('places'), 0, place)
end
if quantity < stock.held then
  return { 'below-held', stock.held }
end
local delta = quantity - stock.available
stock.n = n or stock.n
stock.available = quantity
stock.loaded = quantity + stock.held + stock.confirmed
stock.seq = stock.seq + 1
for i = 1, stock.n do
  stock.buckets[i] = math.floor(quantity / stock.n) + (i <= quantity % stock.n and 1 or 0)
end
save_stock(stock)
add_to_outbox({
  id = ARGV[5], kind = 'load', hub = hub, at = now,
  movements = { { sku = sku, qty = quantity, delta = delta, seq = stock.seq } },
})
return { 'loaded', unpack(view(stock)) }
