-- The stock of a hub, in the order of the SKUs' bytes.
-- KEYS: those of the shard. ARGV: hub, SKU after which it begins (or ''), how many at most.
-- Reply: JSON array of {sku, stock}.
local hub = ARGV[1]
local reply = {}
-- No id has a control character: the line feed comes after all SKUs of the hub.
local names = redis.call('ZRANGEBYLEX', key('stock-keys'), '(' .. in_hub(hub, ARGV[2]),
  '(' .. hub .. '\n', 'LIMIT', 0, ARGV[3])
for i, name in ipairs(names) do
  local sku = string.sub(name, #hub + 2)
  reply[i] = '{"sku":' .. cjson.encode(sku) .. ',"stock":' .. redis.call('GET', key('stock', name)) .. '}'
end
return '[' .. table.concat(reply, ',') .. ']'
