-- The waiting room --------------------------------------------------------------------------

-- Notifies followers of the sale on all replicas: about one user, or about everybody.
local function changed(id, user)
  redis.call('SPUBLISH', key('changed'), cjson.encode({ productId = id, userId = user }))
end

-- In which block a rank score lies.
local function block_of(score)
  return string.format('%.0f', math.floor(score / BLOCK))
end

-- The entry of a waiting user, or nil.
local function waiter_of(id, user)
  local waiter = redis.call('HGET', key('waiters', id), user)
  return waiter and cjson.decode(waiter)
end

-- Takes a user out of the waiting room.
local function remove_waiter(id, user, qty)
  local block = block_of(redis.call('ZSCORE', key('room', id), user))
  redis.call('ZREM', key('room', id), user)
  redis.call('HDEL', key('waiters', id), user)
  redis.call('SREM', key('waits', user), id)
  if redis.call('HINCRBY', key('units', id), block, -qty) == 0 then
    redis.call('HDEL', key('units', id), block)
  end
end

-- Joins at the end of the user's class, or keeps the position; returns the rank.
local function join(product, c)
  local room = key('room', product.id)
  local rank = redis.call('ZRANK', room, c.userId)
  if rank then
    return rank
  end
  local hash = key('product', product.id)
  local premium = product.flow == 'weighted' and redis.call('SISMEMBER', key('members'), c.userId) == 1
  local sequence = redis.call('HINCRBY', hash, 'joined', 1)
  local score = (premium and 0 or REGULAR) + sequence
  redis.call('ZADD', room, score, c.userId)
  redis.call('HINCRBY', key('units', product.id), block_of(score), c.qty)
  redis.call('HSET', key('waiters', product.id), c.userId, cjson.encode({
    qty = c.qty, bucket = c.bucket, group = c.group, entered_ns = string.format('%.0f000000', c.now),
  }))
  redis.call('SADD', key('waits', c.userId), product.id)
  redis.call('HSET', hash, 'last_joined_at', c.now)
  if product.generation == 0 then
    redis.call('ZADD', key('unloaded'), c.now, product.id)
  end
  return redis.call('ZRANK', room, c.userId)
end

-- The first of those who wait, at most `limit`, behind whom was passed over.
local function first_waiters(product, limit)
  local waiters = {}
  -- A lottery sells by its draws alone.
  if product.flow == 'lottery' then
    return waiters
  end
  for _, class in ipairs({ 'premium', 'regular' }) do
    local last = class == 'premium' and NOBODY.regular or '+inf'
    local found = redis.call('ZRANGEBYSCORE', key('room', product.id), '(' .. product.passed[class], last,
      'WITHSCORES', 'LIMIT', 0, limit - #waiters)
    for i = 1, #found, 2 do
      local waiter = cjson.decode(redis.call('HGET', key('waiters', product.id), found[i]))
      waiter.userId, waiter.class, waiter.score = found[i], class, found[i + 1]
      waiters[#waiters + 1] = waiter
    end
  end
  return waiters
end

-- The first of those who wait, as many as the units available and `units` more may serve; and how many
-- they are at most.
local function waiters_for(product, units)
  if product.generation == 0 or redis.call('EXISTS', key('room', product.id)) == 0 then
    return {}, 0
  end
  local limit = math.min(sum(available_of(product)) + units, PROMOTION_SLICE)
  return first_waiters(product, limit), limit
end

-- Confirms waiters in order while the stock suffices for the head; none is skipped but who wants
-- more than was ever loaded, who keeps the place. When all `waiters` are done, and they were as
-- many as `limit`, and units are left, the product stays `promoting`: whatever else takes from its
-- stock waits until slice.lua has done the rest, so nobody comes between.
-- Ids come from `seed`, 256 secret random bits of the caller, through SHA-1: nobody can guess one.
-- Returns the promotions, and whether that was all.
local function promote(product, waiters, limit, seed, now)
  local hash, promoted = key('product', product.id), {}
  local is_over = limit == 0 or #waiters < limit
  for i, waiter in ipairs(waiters) do
    local user = waiter.userId
    waiter.orderId = 'ord_' .. redis.sha1hex(seed .. ':order:' .. i)
    waiter.reservationId = 'res_' .. redis.sha1hex(seed .. ':reservation:' .. i)
    waiter.expiresAt = hold_until(product, now)
    if waiter.qty > product.loaded then
      redis.call('HSET', hash, 'passed_' .. waiter.class, waiter.score)
    elseif sell(product, waiter) then
      remove_waiter(product.id, user, waiter.qty)
      local promotion = {
        userId = user, orderId = waiter.orderId, reservationId = waiter.reservationId, expiresAt = waiter.expiresAt,
      }
      redis.call('HSET', key('promoted', user), product.id, cjson.encode(promotion))
      changed(product.id, user)
      promoted[#promoted + 1] = promotion
    else
      is_over = true
      break
    end
  end
  is_over = is_over or sum(available_of(product)) == 0
  if not is_over then
    redis.call('HSETNX', hash, 'promoting', seed)
    redis.call('SADD', key('promoting'), product.id)
  elseif product.promoting then
    redis.call('HDEL', hash, 'promoting')
    redis.call('SREM', key('promoting'), product.id)
  end
  return promoted, is_over
end
