-- Goes through candidates in order and counts a use of each that applies. Several calls travel
-- together; each is a step of its own, and one that fails counts nothing and harms no other.
-- KEYS: those of the hash tag.
-- ARGV: JSON array of {userId, device, now, order ({orderId, fingerprint, terms} or absent),
--   choice ({seen, chosen} or absent),
--   candidates = [{incarnation, stackable, perUser, global, lifetimeMs, codes, needsCode}, …]}.
-- Reply: JSON array with one of these for each: {kind = 'counted', verdicts, codes},
--   {kind = 'seen', available}, {kind = 'repeated', verdicts, codes, terms}, {kind = 'mismatch'},
--   {kind = 'cancelled'}, {kind = 'failed', error}; a verdict is 'applied', 'not stackable',
--   'not chosen', 'code refused' or '<user, global or device> limit reached'; codes (absent without
--   any) has 'counted', 'not used', 'code used up' or 'unknown code' for each code of the candidates.

-- The hash of a user or a device.
local function find_holder(hash)
  return { hash = hash, is_new = redis.call('EXISTS', hash) == 0 }
end

-- The hash expires when no counter in it is alive. That only frees memory: a counter that has
-- lapsed reads as 0 in any case.
local function save(holder, incarnation, count, lapses_at, since, now)
  local hash = holder.hash
  put(hash, incarnation, count, lapses_at, since)
  if lapses_at == 0 then
    write('PERSIST', hash)
  else
    local left = string.format('%.0f', lapses_at - now + 60000)
    if holder.is_new then
      write('PEXPIRE', hash, left)
    else
      write('PEXPIRE', hash, left, 'GT')
    end
  end
  holder.is_new = false
end

local function judge_code(code, incarnation)
  local found = find_code(code)
  if not found or found.ended or found.incarnation ~= incarnation then
    return 'unknown code'
  end
  return found.uses >= found.limit and 'code used up' or 'not used'
end

-- Adds a verdict for each code of the candidate; the first that has a use left, and its place among
-- the verdicts, or nil.
local function judge_codes(candidate, verdicts)
  local usable, place
  for _, code in ipairs(candidate.codes or {}) do
    local verdict = usable and 'not used' or judge_code(code, candidate.incarnation)
    verdicts[#verdicts + 1] = verdict
    if not usable and verdict == 'not used' then
      usable, place = code, #verdicts
    end
  end
  return usable, place
end

-- Counts a use of the candidate, or yields why none is left.
-- is_look: counts nothing.
local function count_use(candidate, user, device, now, is_look)
  local incarnation, lifetime = candidate.incarnation, candidate.lifetimeMs
  local of_user, _, user_since = counter(user.hash, incarnation, now)
  local of_all, _, all_since = counter(key('g'), incarnation, now)
  local of_device, window_end, device_since = counter(device.hash, incarnation, now)
  if candidate.perUser > 0 and of_user >= candidate.perUser then
    return 'user limit reached'
  elseif candidate.global > 0 and of_all >= candidate.global then
    return 'global limit reached'
  elseif of_device >= DEVICE_LIMIT then
    return 'device limit reached'
  elseif is_look then
    return 'available'
  end
  local lapses_at = lifetime > 0 and now + lifetime or 0
  -- Clocks of replicas differ a little: the first use is the earliest of all.
  save(user, incarnation, of_user + 1, lapses_at, math.min(user_since, now), now)
  put(key('g'), incarnation, of_all + 1, lapses_at, math.min(all_since, now))
  window_end = window_end or now + DEVICE_WINDOW_MS
  save(device, incarnation, of_device + 1, window_end, math.min(device_since, now), now)
  return 'applied'
end

local function availability(candidate, user, device, now)
  if candidate.needsCode and not judge_codes(candidate, {}) then
    return 'code refused'
  end
  return count_use(candidate, user, device, now, true)
end

local function is_same(available, seen)
  for i, state in ipairs(available) do
    if state ~= seen[i] then
      return false
    end
  end
  return true
end

-- The same steps as in sqlite/usage.ts.
local function count_uses(call)
  local now, order, choice = call.now, call.order, call.choice
  local known = order and find_order(order.orderId, order.fingerprint, now)
  if known then
    return known
  end
  local user, device = find_holder(key('u', call.userId)), find_holder(key('d', call.device))
  local available = {}
  if choice then
    for i, candidate in ipairs(call.candidates) do
      available[i] = availability(candidate, user, device, now)
    end
    if not is_same(available, choice.seen) then
      return '{"kind":"seen","available":' .. json_list(available) .. '}'
    end
  end

  local verdicts, code_verdicts, uses = {}, {}, {}
  for i, candidate in ipairs(call.candidates) do
    local code, place = judge_codes(candidate, code_verdicts)
    if choice and not choice.chosen[i] then
      verdicts[i] = available[i] == 'available' and 'not chosen' or available[i]
    elseif not choice and #uses > 0 and not candidate.stackable then
      verdicts[i] = 'not stackable'
    elseif candidate.needsCode and not code then
      verdicts[i] = 'code refused'
    else
      verdicts[i] = count_use(candidate, user, device, now)
      if verdicts[i] == 'applied' then
        if code then
          write('HINCRBY', key('code', code), 'uses', 1)
          code_verdicts[place] = 'counted'
        end
        uses[#uses + 1] = { candidate = i - 1, incarnation = candidate.incarnation, code = code }
      end
    end
  end
  local text = '"verdicts":' .. json_list(verdicts)
  if #code_verdicts > 0 then
    text = text .. ',"codes":' .. cjson.encode(code_verdicts)
  end
  if order then
    local hash = key('order', order.orderId)
    -- Removes any remains of an order that is no longer remembered.
    write('DEL', hash)
    write('HSET', hash, 'fingerprint', order.fingerprint, 'terms', order.terms, 'verdicts', text,
      'at', string.format('%.0f', now))
    if #uses > 0 then
      write('HSET', hash, 'taken',
        cjson.encode({ userId = call.userId, device = call.device, uses = uses }))
    end
    write('PEXPIRE', hash, ORDER_LIFETIME_MS)
  end
  return '{"kind":"counted",' .. text .. '}'
end

local replies = {}
for i, call in ipairs(cjson.decode(ARGV[1])) do
  writes = {}
  local counted, reply = pcall(count_uses, call)
  if counted then
    write_all()
    replies[i] = reply
  else
    replies[i] = cjson.encode({ kind = 'failed', error = type(reply) == 'table' and reply.err or tostring(reply) })
  end
end
return '[' .. table.concat(replies, ',') .. ']'
