-- Stock as reconciliation compares it.
-- KEYS: those of the shard. ARGV: JSON array of {hubId, sku}.
-- Reply: JSON array of {hubId, sku, stock, pending (null when there are more than PENDING_LIMIT)}.
local reply = {}
for i, snapshot in ipairs(cjson.decode(ARGV[1])) do
  local rows = key('pending', in_hub(snapshot.hubId, snapshot.sku))
  local pending = 'null'
  if redis.call('HLEN', rows) <= PENDING_LIMIT then
    pending = '[' .. table.concat(redis.call('HVALS', rows), ',') .. ']'
  end
  snapshot.stock = find_stock(snapshot.hubId, snapshot.sku) or new_stock()
  -- An empty table would become {}, so the list is set into the text.
  reply[i] = string.sub(cjson.encode(snapshot), 1, -2) .. ',"pending":' .. pending .. '}'
end
return '[' .. table.concat(reply, ',') .. ']'
