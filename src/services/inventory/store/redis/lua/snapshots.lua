-- Stock as reconciliation compares it.
-- KEYS[1]: shard. ARGV: stock keys.
-- Reply: for each key false, or {seq, {loaded, available, held, confirmed, n}, pending}, where
-- pending is {seq, "<delta> <entry>", …}, or false when there are more than PENDING_LIMIT.
local reply = {}
for i, stock_key in ipairs(ARGV) do
  local stock = find_stock(stock_key)
  local pending = key('pending', stock_key)
  reply[i] = stock and {
    stock.seq, counts_of(stock),
    redis.call('HLEN', pending) <= PENDING_LIMIT and redis.call('HGETALL', pending),
  } or false
end
return reply
