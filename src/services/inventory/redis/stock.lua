-- The stock of a place at one instant. ARGV: place.
-- Reply: false, or {loaded, available, held, confirmed, n}.
local stock = stock_of(ARGV[1])
return stock and view(stock)
