-- The hubs of a shard that have stock, in the order of their bytes.
-- KEYS: those of the shard. ARGV: hub after which it begins (or ''), how many at most.
-- Reply: the hubs.
local hubs, after = {}, ARGV[1]
while #hubs < tonumber(ARGV[2]) do
  -- No id has a control character: the line feed comes after all SKUs of a hub.
  local from = after == '' and '-' or '(' .. after .. '\n'
  local name = redis.call('ZRANGEBYLEX', key('stock-keys'), from, '+', 'LIMIT', 0, 1)[1]
  if not name then
    break
  end
  after = string.match(name, '^[^\t]+')
  hubs[#hubs + 1] = after
end
return hubs
