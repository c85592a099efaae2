-- Goes through candidates in order and counts a use of each that applies. Several calls travel
-- together; each is a step of its own.
-- KEYS: the hash tag.
-- ARGV: JSON array of {user, device, now, order ({id, fingerprint, terms} or absent),
--   candidates = [[incarnation, stackable (0, 1), per user, global, lifetime (ms)], …]}.
-- Reply: for each {'counted', verdicts}, {'repeated', verdicts, terms} or {'mismatch'}, where
--   verdicts is a JSON array of 'applied', 'not stackable' and '<user, global or device> limit reached'.

-- The counter as it is now: count, and the instant it lapses.
local function counter(hash, incarnation, now)
  local text = redis.call('HGET', hash, incarnation)
  if not text then
    return 0, nil
  end
  local count, lapses_at = string.match(text, '(%d+) (%d+)')
  if lapses_at ~= '0' and tonumber(lapses_at) <= now then
    return 0, nil
  end
  return tonumber(count), tonumber(lapses_at)
end

-- The hash expires when no counter in it is alive. That only frees memory: a counter that has
-- lapsed reads as 0 in any case.
local function save(hash, incarnation, count, lapses_at, now)
  local is_new = redis.call('EXISTS', hash) == 0
  redis.call('HSET', hash, incarnation, string.format('%.0f %.0f', count, lapses_at))
  if lapses_at == 0 then
    redis.call('PERSIST', hash)
  elseif is_new then
    redis.call('PEXPIRE', hash, string.format('%.0f', lapses_at - now + 60000))
  else
    redis.call('PEXPIRE', hash, string.format('%.0f', lapses_at - now + 60000), 'GT')
  end
end

local function count_use(candidate, user, device, now)
  local incarnation, _, per_user, global, lifetime = unpack(candidate)
  local of_user = counter(user, incarnation, now)
  local of_all = counter(key('g'), incarnation, now)
  local of_device, window_end = counter(device, incarnation, now)
  if per_user > 0 and of_user >= per_user then
    return 'user limit reached'
  elseif global > 0 and of_all >= global then
    return 'global limit reached'
  elseif of_device >= DEVICE_LIMIT then
    return 'device limit reached'
  end
  local lapses_at = lifetime > 0 and now + lifetime or 0
  save(user, incarnation, of_user + 1, lapses_at, now)
  redis.call('HSET', key('g'), incarnation, string.format('%.0f %.0f', of_all + 1, lapses_at))
  save(device, incarnation, of_device + 1, window_end or now + DEVICE_WINDOW_MS, now)
  return 'applied'
end

-- The same steps as in sqlite/usage.ts.
local function count_uses(call)
  local now = call.now
  local known = call.order and find_order(call.order, now)
  if known then
    return known
  end
  local user, device = key('u', call.user), key('d', call.device)
  local verdicts, applied = {}, false
  for i, candidate in ipairs(call.candidates) do
    if candidate[2] == 0 and applied then
      verdicts[i] = 'not stackable'
    else
      verdicts[i] = count_use(candidate, user, device, now)
      applied = applied or verdicts[i] == 'applied'
    end
  end
  local text = #verdicts == 0 and '[]' or cjson.encode(verdicts)
  if call.order then
    local order = key('order', call.order.id)
    redis.call('HSET', order, 'fingerprint', call.order.fingerprint, 'terms', call.order.terms,
      'verdicts', text, 'at', string.format('%.0f', now))
    redis.call('PEXPIRE', order, ORDER_LIFETIME_MS)
  end
  return { 'counted', text }
end

local replies = {}
for i, call in ipairs(cjson.decode(ARGV[1])) do
  replies[i] = count_uses(call)
end
return replies
