-- The five steps of a checkout, in order; between the third and the fourth, the rules of the sale. The
-- first that refuses ends it and leaves nothing. ../../sqlite/checkout.ts is the same for SQLite.
--
-- ARGV[1]: {step: 'checkout', 'admit' or 'sell'; checkouts, each with `time` (of day, "HH:MM") and
-- group 0; poolSize (admit)}.
-- Reply: for each a CheckoutOutcome, AdmitOutcome or SaleOutcome of ../../checkouts.ts, or
-- `unfinished`, or `failed` with a reason.

-- Why the sale takes no checkouts now, or nil: stateAt of opening.ts.
local function not_open(product, now)
  if not product then
    return nil
  end
  local rules = product.rules
  if product.mode == 'closed' or rules.endsAt and now >= rules.endsAt then
    return { kind = 'over' }
  end
  if rules.startsAt and now < rules.startsAt then
    return { kind = 'not-open', startsAt = rules.startsAt }
  end
  return product.mode == 'paused' and { kind = 'paused' } or nil
end

-- Names what the sale's flow demands and the buyer does not bring; or nil.
local function against_flow(product, c)
  local flow = product and product.flow
  if flow == 'lottery' then
    return { kind = 'lottery-only' }
  end
  if flow == 'voucher' and redis.call('SISMEMBER', key('vouchers', product.id), c.userId) == 0 then
    return { kind = 'voucher-required' }
  end
  if flow == 'slotted' and not first_group(product, c.slot, c.time) then
    return { kind = 'unknown-slot', slots = cjson.decode(product.slots) }
  end
end

-- Why the checkout cannot go on, or nil; changes nothing.
local function first_three_steps(product, c)
  -- 1 Idempotency: a key that was used answers what it yielded.
  local original = original_of(c.idempotencyKey, c.now)
  if original then
    return { kind = 'repeated', original = original }
  end

  -- 2 Attestation: needs no state, so the caller has verified it.

  -- 3 Rate limit: each device has room for one more request.
  c.windows = {}
  for i, device in ipairs(c.devices) do
    c.windows[i] = requests_of(device, c.now)
    if not has_room(c.windows[i]) then
      return { kind = 'rate-limited' }
    end
  end

  --   Then the rules of the sale: its state, what its flow demands, and before the stock its limit.
  return not_open(product, c.now) or against_flow(product, c)
end

-- Whether the user has as many holds and places in waiting rooms as one may.
local function is_beyond_quota(c)
  if not c.maxOpen then
    return false
  end
  local waits = key('waits', c.userId)
  local held = redis.call('ZCOUNT', key('open', c.userId), '(' .. instant(c.now), '+inf')
  if redis.call('SCARD', waits) + held < c.maxOpen then
    return false
  end
  local places = 0
  for _, id in ipairs(redis.call('SMEMBERS', waits)) do
    places = places + (is_stale(product_of(id), c.now) and 0 or 1)
  end
  return places + held >= c.maxOpen
end

-- Whether the buyer would own more units than a user may; or nil. A user who joins again adds none.
local function beyond_limit(product, c)
  local limit = product.rules.userLimit
  if not limit then
    return nil
  end
  local waiter = waiter_of(product.id, c.userId)
  local owned = owned_by(product, c.userId, c.now) + (waiter and waiter.qty or 0)
  if owned + c.qty <= limit or waiter and product.flow ~= 'race' and not has_units(product, c) then
    return nil
  end
  return { kind = 'limit-reached', limit = limit, owned = owned }
end

-- Makes the sale and remembers what the key yielded.
local function last_two_steps(product, c)
  if is_beyond_quota(c) then
    return { kind = 'quota' }
  end
  product = product or new_product(c.productId, c.now)
  -- An unknown slot was refused before; a load since then may have renamed them all.
  c.group = first_group(product, c.slot, c.time) or 0
  local refusal = beyond_limit(product, c)
  if refusal then
    return refusal
  end

  -- 4 Stock: units of the primary bucket, of the next ones, or gathered from several.
  local outcome
  c.expiresAt = hold_until(product, c.now)
  if sell(product, c) then
    outcome = {
      kind = 'completed', orderId = c.orderId, reservationId = c.reservationId, expiresAt = c.expiresAt,
    }
  elseif product.flow == 'race' then
    return { kind = 'sold-out' }
  else
    -- 5 Waiting room: at the end of it.
    outcome = { kind = 'queued', position = join(product, c) }
  end
  save_result(c.idempotencyKey, { at = c.now, original = outcome })
  return outcome
end

-- Whether something of the request remains.
local function is_result(outcome)
  return outcome.kind == 'completed' or outcome.kind == 'queued'
end

-- Returns the instants that it recorded: a device's clock does not go back.
local function count_request(c)
  local counted = {}
  for i, device in ipairs(c.devices) do
    counted[i] = record(device, c.windows[i], c.now)
  end
  return counted
end

local steps = {}

function steps.checkout(c)
  local product = product_of(c.productId)
  local refusal = first_three_steps(product, c)
  if refusal then
    return refusal
  end
  if is_unfinished(product, c.now) then
    return unfinished(c.productId)
  end
  local outcome = last_two_steps(product, c)
  -- A request that was refused is not counted.
  if is_result(outcome) then
    count_request(c)
  end
  return outcome
end

-- With a slot pool, a slot of which is taken between the steps 3 and 4.
function steps.admit(c)
  local refusal = first_three_steps(product_of(c.productId), c)
  if refusal then
    return refusal
  end
  -- Slots of processes that died come back by their lifetime.
  redis.call('ZREMRANGEBYSCORE', key('slots'), '-inf', c.now)
  if redis.call('ZCARD', key('slots')) >= a.poolSize then
    return { kind = 'pool-full' }
  end
  redis.call('ZADD', key('slots'), c.now + POOL_SLOT_MS, c.reservationId)
  save_result(c.idempotencyKey, {
    at = c.now, original = { kind = 'running' }, holder = c.reservationId, counted = count_request(c),
  })
  return { kind = 'admitted' }
end

-- Sells, after 'admit'; gives the slot back.
function steps.sell(c)
  local product = product_of(c.productId)
  if is_unfinished(product, c.now) then
    return unfinished(c.productId)
  end
  redis.call('ZREM', key('slots'), c.reservationId)
  local lock = saved_result(c.idempotencyKey)
  if not lock or lock.holder ~= c.reservationId then
    -- The lock was over after 30 s, and another attempt has the key.
    return { kind = 'repeated', original = original_of(c.idempotencyKey, c.now) or { kind = 'running' } }
  end
  -- It was open when the request was admitted, and may have ended since.
  local outcome = not_open(product, c.now) or last_two_steps(product, c)
  if not is_result(outcome) then
    redis.call('DEL', key('result', c.idempotencyKey))
    for i, device in ipairs(c.devices) do
      local requests = redis.call('GET', key('window', device)) or ''
      save_window(device, window_take_back(requests, lock.counted[i]))
    end
  end
  return outcome
end

-- One that fails harms none of the others.
local outcomes = {}
for i, c in ipairs(a.checkouts) do
  local ok, outcome = pcall(steps[a.step], c)
  outcomes[i] = ok and outcome or { kind = 'failed', reason = reason_of(outcome) }
end
return cjson.encode(outcomes)
