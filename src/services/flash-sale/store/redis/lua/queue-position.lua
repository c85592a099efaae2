-- Where users wait. ARGV[1]: {asked: list of {userId, productId or not, now}}.
-- Reply: for each a QueuePosition of ../../waiting-room.ts, or `failed` with a reason.

-- Serves the users of a block, in order, from `left` units: a user who wants more than was ever
-- loaded is passed over. Returns the units left, and the rank score of the first user who gets
-- nothing.
local function serve_block(product, block, left)
  local from = block * BLOCK
  local found = redis.call('ZRANGEBYSCORE', key('room', product.id), string.format('%.0f', from),
    string.format('(%.0f', from + BLOCK), 'WITHSCORES')
  for i = 1, #found, 2 do
    local qty = waiter_of(product.id, found[i]).qty
    if qty <= product.loaded then
      if qty > left then
        return left, tonumber(found[i + 1])
      end
      left = left - qty
    end
  end
  return left
end

-- The same for those between two rank scores, at most `BLOCK` blocks at a time.
local function serve(product, first, last, left)
  local block, end_block = math.floor(first / BLOCK), math.floor(last / BLOCK)
  while block <= end_block do
    local names = {}
    for b = block, math.min(end_block, block + BLOCK - 1) do
      names[#names + 1] = string.format('%.0f', b)
    end
    local units = redis.call('HMGET', key('units', product.id), unpack(names))
    for i = 1, #names do
      local cut
      local in_block = tonumber(units[i] or 0)
      -- Also a block in which somebody wants more than was ever loaded.
      if in_block > left then
        left, cut = serve_block(product, block, left)
      else
        left = left - in_block
      end
      if cut then
        return left, cut
      end
      block = block + 1
    end
  end
  return left
end

-- The rank score of the first place that what is available or held would not serve, came every hold
-- back.
local function first_unreachable(product)
  -- A lottery sells by its draws alone.
  if product.generation == 0 or product.flow == 'lottery' then
    return 0
  end
  local room, left, cut = key('room', product.id)
  left = product.loaded - tonumber(redis.call('HGET', key('product', product.id), 'confirmed'))
  for _, range in ipairs({ { 0, NOBODY.regular }, { NOBODY.regular, '+inf' } }) do
    local first = redis.call('ZRANGEBYSCORE', room, range[1], range[2], 'WITHSCORES', 'LIMIT', 0, 1)[2]
    if first then
      local last = redis.call('ZREVRANGEBYSCORE', room, range[2], range[1], 'WITHSCORES', 'LIMIT', 0, 1)[2]
      left, cut = serve(product, tonumber(first), tonumber(last), left)
      if cut then
        return cut
      end
    end
  end
  return math.huge
end

-- By product: those who ask together share it.
local cuts = {}

local function is_reachable(product, user, score)
  cuts[product.id] = cuts[product.id] or first_unreachable(product)
  return tonumber(score) < cuts[product.id] and waiter_of(product.id, user).qty <= product.loaded
end

-- The user's latest promotion, unless the hold has lapsed or was released.
local function promotion_of(user, id, now)
  local stored = redis.call('HGET', key('promoted', user), id)
  local promotion = stored and cjson.decode(stored)
  local reservation = promotion and reservation_of(promotion.reservationId)
  if not reservation or not is_kept(reservation, now) then
    return nil
  end
  promotion.expiresAt = hold_of(reservation)
  return promotion
end

local function position_of(asked)
  local user = asked.userId
  local waits, score = {}, nil
  for _, id in ipairs(asked.productId and { asked.productId } or redis.call('SMEMBERS', key('waits', user))) do
    local product = product_of(id)
    local place = product and not is_stale(product, asked.now) and product.mode ~= 'closed'
      and redis.call('ZSCORE', key('room', id), user)
    if place then
      waits[#waits + 1], score = product, place
    end
  end
  if #waits == 1 then
    local product = waits[1]
    return {
      kind = 'waiting',
      productId = product.id,
      position = redis.call('ZRANK', key('room', product.id), user),
      isReachable = is_reachable(product, user, score),
      returnIntervalMs = tonumber(redis.call('HGET', key('product', product.id), 'return_interval')),
    }
  end
  local several, latest = {}, nil
  for i, product in ipairs(waits) do
    several[i] = product.id
  end
  if #waits == 0 then
    for _, id in ipairs(asked.productId and { asked.productId } or redis.call('HKEYS', key('promoted', user))) do
      local promotion = promotion_of(user, id, asked.now)
      if promotion then
        several[#several + 1], latest = id, promotion
      end
    end
  end
  if #several > 1 then
    return { kind = 'several', products = several }
  end
  if not latest then
    return { kind = 'not-queued' }
  end
  latest.kind, latest.productId = 'promoted', several[1]
  return latest
end

-- One that fails harms none of the others.
local positions = {}
for i, asked in ipairs(a.asked) do
  local ok, position = pcall(position_of, asked)
  positions[i] = ok and position or { kind = 'failed', reason = reason_of(position) }
end
return cjson.encode(positions)
