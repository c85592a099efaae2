-- The stock of a key at one instant.
-- KEYS[1]: shard. ARGV: stock key.
-- Reply: false, or {loaded, available, held, confirmed, n}.
local stock = find_stock(ARGV[1])
return stock and counts_of(stock)
