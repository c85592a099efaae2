-- The five steps of a checkout, in order. The first that refuses ends it and leaves nothing.
-- ../../sqlite/checkout.ts is the same for SQLite.
--
-- ARGV: 'checkout', 'admit' or 'sell'; a JSON array of checkouts; size of the slot pool (admit).
-- A checkout has product_id, user_id, qty, bucket, idempotency_key, slot or not, order_id,
-- reservation_id, now, time (of day, "HH:MM"), devices.
-- Reply: for each {'completed', order, reservation}, {'queued', rank}, {'sold-out'}, {'admitted'}, {'pool-full'},
-- {'repeated', result as of result_of}, {'rate-limited'}, {'voucher-required'}, {'lottery-only'}
-- or {'unknown-slot', {slot, …}}.

local function find_product(c)
  return drop_if_stale(product_of(c.product_id), c.now)
end

-- Why the checkout cannot go on, or nil; changes nothing but a stale waiting room.
local function first_three_steps(c)
  -- 1 Idempotency: a key that was used answers what it yielded.
  local original = result_of(c.idempotency_key, c.now)
  if original then
    return { 'repeated', original }
  end

  -- 2 Attestation: needs no state, so the caller has verified it.

  -- 3 Rate limit: each device has room for one more request.
  c.windows = {}
  for i, device in ipairs(c.devices) do
    c.windows[i] = requests_of(device, c.now)
    if not has_room(c.windows[i]) then
      return { 'rate-limited' }
    end
  end

  --   Then what the product's flow demands.
  local product = find_product(c)
  local flow = product and product.flow
  if flow == 'lottery' then
    return { 'lottery-only' }
  end
  if flow == 'voucher' and redis.call('SISMEMBER', key('vouchers', product.id), c.user_id) == 0 then
    return { 'voucher-required' }
  end
  if flow == 'slotted' and not first_group(product, c.slot, c.time) then
    return { 'unknown-slot', cjson.decode(product.slots) }
  end
  return nil
end

-- Makes the sale and remembers what the key yielded.
local function last_two_steps(c)
  local product = find_product(c) or new_product(c.product_id, c.now)
  -- An unknown slot was refused before; a load since then may have renamed them all.
  c.group = first_group(product, c.slot, c.time) or 0

  -- 4 Stock: units of the primary bucket, of the next ones, or gathered from several.
  if sell(product, c) then
    save_result(c.idempotency_key, 'completed', c.now, c.order_id, c.reservation_id)
    return { 'completed', c.order_id, c.reservation_id }
  end
  if product.flow == 'race' then
    return { 'sold-out' }
  end

  -- 5 Waiting room: at the end of it.
  local rank = join(product, c)
  save_result(c.idempotency_key, 'queued', c.now, rank)
  return { 'queued', rank }
end

local function count_request(c)
  for i, device in ipairs(c.devices) do
    record(device, c.windows[i], c.now)
  end
end

local steps = {}

function steps.checkout(c)
  local refusal = first_three_steps(c)
  if refusal then
    return refusal
  end
  local outcome = last_two_steps(c)
  -- A request that was refused is not counted.
  if outcome[1] ~= 'sold-out' then
    count_request(c)
  end
  return outcome
end

-- With a slot pool, a slot of which is taken between the steps 3 and 4.
function steps.admit(c)
  local refusal = first_three_steps(c)
  if refusal then
    return refusal
  end
  -- Slots of processes that died come back by their lifetime.
  redis.call('ZREMRANGEBYSCORE', key('slots'), '-inf', c.now)
  if redis.call('ZCARD', key('slots')) >= tonumber(ARGV[3]) then
    return { 'pool-full' }
  end
  redis.call('ZADD', key('slots'), c.now + POOL_SLOT_MS, c.reservation_id)
  count_request(c)
  save_result(c.idempotency_key, 'running', c.now, c.reservation_id)
  return { 'admitted' }
end

-- What follows 'admit'; gives the slot back.
function steps.sell(c)
  redis.call('ZREM', key('slots'), c.reservation_id)
  local lock = redis.call('GET', key('result', c.idempotency_key)) or ''
  if string.match(lock, '^running %d+ (%S+)') ~= c.reservation_id then
    -- The lock was over after 30 s, and another attempt has the key.
    return { 'repeated', result_of(c.idempotency_key, c.now) or { 'running' } }
  end
  local outcome = last_two_steps(c)
  if outcome[1] == 'sold-out' then
    redis.call('DEL', key('result', c.idempotency_key))
    for _, device in ipairs(c.devices) do
      local requests = redis.call('GET', key('window', device)) or ''
      save_window(device, window_take_back(requests, instant(c.now)))
    end
  end
  return outcome
end

local outcomes = {}
for i, c in ipairs(cjson.decode(ARGV[2])) do
  outcomes[i] = steps[ARGV[1]](c)
end
return outcomes
