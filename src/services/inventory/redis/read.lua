-- Places as reconciliation reads them. ARGV: how many pending movements to list, places…
-- Reply: for each place false, or {seq, loaded, available, held, confirmed, n, pending}, where
-- pending is {seq, "<delta> <entry>", …}, or false when there are more.
local limit = tonumber(ARGV[1])
local reply = {}
for i = 2, #ARGV do
  local stock = stock_of(ARGV[i])
  local pending = key('pending', ARGV[i])
  reply[i - 1] = stock and {
    stock.seq, stock.loaded, stock.available, stock.held, stock.confirmed, stock.n,
    redis.call('HLEN', pending) <= limit and redis.call('HGETALL', pending),
  } or false
end
return reply
