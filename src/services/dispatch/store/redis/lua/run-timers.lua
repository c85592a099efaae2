-- Ends offers that nobody answered, delays that are over and claims that lapsed.
-- Reply: whether there may be more
local more = false
local function due(set)
  local ids = redis.call('ZRANGEBYSCORE', key(set), '-inf', instant(now), 'LIMIT', 0, PORTION)
  more = more or #ids == PORTION
  return ids
end
for _, assignment in ipairs(due('offers')) do
  end_assignment(record('assignment', assignment), 'expired')
end
for _, set in ipairs({ 'delayed', 'claims' }) do
  for _, order in ipairs(due(set)) do
    redis.call('ZREM', key(set), order)
    put_into_pool(order)
    due_by(now)
  end
end
return cjson.encode(more)
