-- A slice of what takes more than one step: goes on with a promotion, or drops a part of a stale or
-- closed waiting room.
-- ARGV[1]: {productId, ids (seed of the ids of promotions), now}. Reply: whether it is over.
local product = product_of(a.productId)
if not product then
  return 'true'
end

-- Drops the first of those who wait; returns how many they were.
local function drop_some()
  local users = redis.call('ZRANGE', key('room', product.id), 0, WAITING_SLICE - 1)
  local waiters = {}
  for i, user in ipairs(users) do
    waiters[i] = waiter_of(product.id, user)
  end
  for i, user in ipairs(users) do
    remove_waiter(product.id, user, waiters[i].qty)
    -- They are nowhere now, also if they were promoted before.
    redis.call('HDEL', key('promoted', user), product.id)
  end
  return #users
end

if product.promoting and product.mode == 'closed' then
  local is_over = drop_some() < WAITING_SLICE
  if is_over then
    redis.call('HDEL', key('product', product.id), 'promoting')
    redis.call('SREM', key('promoting'), product.id)
  end
  return cjson.encode(is_over)
end
if product.promoting then
  local list = key('promotion', product.promoting)
  local waiters = first_waiters(product, PROMOTION_SLICE)
  local promoted, is_over = promote(product, waiters, PROMOTION_SLICE, a.ids, a.now)
  for _, promotion in ipairs(promoted) do
    redis.call('RPUSH', list, cjson.encode(promotion))
  end
  -- The process that began the promotion reads them from there; the expiry is housekeeping.
  redis.call('PEXPIRE', list, RESULT_MS)
  return cjson.encode(is_over)
end
if not is_stale(product, a.now) then
  return 'true'
end
if drop_some() == WAITING_SLICE then
  -- Some are gone, so it is stale now for a request of an earlier instant too.
  redis.call('HSET', key('product', product.id), 'last_joined_at', 0)
  return 'false'
end
redis.call('DEL', key('product', product.id))
redis.call('ZREM', key('unloaded'), product.id)
return 'true'
