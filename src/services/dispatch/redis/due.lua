-- Ends offers that nobody answered, delays that are over and claims that lapsed.
-- ARGV[3]: how many of each at most
-- Reply: 1 while there may be more
local portion = tonumber(ARGV[3])
local more = 0
local function due(set)
  local ids = redis.call('ZRANGEBYSCORE', key(set), '-inf', instant(now), 'LIMIT', 0, portion)
  if #ids == portion then
    more = 1
  end
  return ids
end
for _, assignment in ipairs(due('offers')) do
  reassign(assignment, 'expired')
end
for _, set in ipairs({ 'delayed', 'claims' }) do
  for _, order in ipairs(due(set)) do
    redis.call('ZREM', key(set), order)
    pool(order, now)
  end
end
return more
