-- Ends orders that are not delivered in time, offers that nobody answered, delays that are over and
-- claims that lapsed. A timer whose record was lost is dropped.
-- Reply: how many offers nobody answered, and whether there may be more
local more = false
local expired = 0
local function due(set)
  local ids = redis.call('ZRANGEBYSCORE', key(set), '-inf', instant(now), 'LIMIT', 0, PORTION)
  more = more or #ids == PORTION
  return ids
end
for _, id in ipairs(due('ends')) do
  local order = record('order', id)
  redis.call('ZREM', key('ends'), id)
  if order.orderId then
    end_order(order, 'expired', AT_END)
  end
end
for _, id in ipairs(due('offers')) do
  local assignment, order, driver = find_assignment(id)
  if assignment then
    end_assignment(assignment, order, driver, 'expired')
    expired = expired + 1
  else
    redis.call('ZREM', key('offers'), id)
  end
end
for _, set in ipairs({ 'delayed', 'claims' }) do
  for _, id in ipairs(due(set)) do
    local order = record('order', id)
    redis.call('ZREM', key(set), id)
    if order.orderId then
      put_into_pool(order)
      due_by(now)
    end
  end
end
return cjson.encode({ expired = expired, mayHaveMore = more })
