-- Where a user waits. ARGV: user, product or '', now.
-- Reply: {'waiting', product, rank, return interval or ''}, {'promoted', product, order, reservation},
-- {'several', {product, …}} or {'not-queued'}.
local user, wanted, now = ARGV[1], ARGV[2], tonumber(ARGV[3])
local waits = {}
for _, id in ipairs(wanted ~= '' and { wanted } or redis.call('SMEMBERS', key('waits', user))) do
  local product = product_of(id)
  if product and not is_stale(product, now) and redis.call('ZSCORE', key('room', id), user) then
    waits[#waits + 1] = id
  end
end
if #waits > 1 then
  return { 'several', waits }
end
if #waits == 1 then
  local interval = redis.call('HGET', key('product', waits[1]), 'return_interval')
  return { 'waiting', waits[1], redis.call('ZRANK', key('room', waits[1]), user), interval or '' }
end
local orders = redis.call('HGETALL', key('promoted', user))
if wanted ~= '' then
  local order = redis.call('HGET', key('promoted', user), wanted)
  orders = order and { wanted, order } or {}
end
if #orders == 0 then
  return { 'not-queued' }
end
if #orders == 2 then
  local order, reservation = string.match(orders[2], '^(%S+) (%S+)$')
  return { 'promoted', orders[1], order, reservation }
end
local several = {}
for i = 1, #orders, 2 do
  several[#several + 1] = orders[i]
end
return { 'several', several }
