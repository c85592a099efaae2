-- Goes through candidates in order and counts a use of each that applies. Several calls travel
-- together; each is a step of its own, and one that fails counts nothing and harms no other.
-- KEYS: those of the hash tag.
-- ARGV: JSON array of {userId, device, now, order ({orderId, fingerprint, terms} or absent),
--   candidates = [{incarnation, stackable, perUser, global, lifetimeMs}, …]}.
-- Reply: JSON array with one of these for each: {kind = 'counted', verdicts},
--   {kind = 'repeated', verdicts, terms}, {kind = 'mismatch'}, {kind = 'failed', error}; a verdict is
--   'applied', 'not stackable' or '<user, global or device> limit reached'.

-- What the present call will write. Redis takes nothing back when a script fails, so a call only
-- collects its changes. They are written when nothing in it can fail any more.
local writes

local function write(...)
  writes[#writes + 1] = { ... }
end

-- The counter as it is now: count, and the instant it lapses.
local function counter(hash, incarnation, now)
  local text = redis.call('HGET', hash, incarnation)
  if not text then
    return 0, nil
  end
  local count, lapses_at = string.match(text, '^(%d+) (%d+)$')
  if not count then
    error('the counter ' .. incarnation .. ' in ' .. hash .. ' cannot be read: ' .. text)
  end
  if lapses_at ~= '0' and tonumber(lapses_at) <= now then
    return 0, nil
  end
  return tonumber(count), tonumber(lapses_at)
end

-- The hash of a user or a device.
local function find_holder(hash)
  return { hash = hash, is_new = redis.call('EXISTS', hash) == 0 }
end

local function put(hash, incarnation, count, lapses_at)
  write('HSET', hash, incarnation, string.format('%.0f %.0f', count, lapses_at))
end

-- The hash expires when no counter in it is alive. That only frees memory: a counter that has
-- lapsed reads as 0 in any case.
local function save(holder, incarnation, count, lapses_at, now)
  local hash = holder.hash
  put(hash, incarnation, count, lapses_at)
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

local function count_use(candidate, user, device, now)
  local incarnation, lifetime = candidate.incarnation, candidate.lifetimeMs
  local of_user = counter(user.hash, incarnation, now)
  local of_all = counter(key('g'), incarnation, now)
  local of_device, window_end = counter(device.hash, incarnation, now)
  if candidate.perUser > 0 and of_user >= candidate.perUser then
    return 'user limit reached'
  elseif candidate.global > 0 and of_all >= candidate.global then
    return 'global limit reached'
  elseif of_device >= DEVICE_LIMIT then
    return 'device limit reached'
  end
  local lapses_at = lifetime > 0 and now + lifetime or 0
  save(user, incarnation, of_user + 1, lapses_at, now)
  put(key('g'), incarnation, of_all + 1, lapses_at)
  save(device, incarnation, of_device + 1, window_end or now + DEVICE_WINDOW_MS, now)
  return 'applied'
end

-- The same steps as in sqlite/usage.ts.
local function count_uses(call)
  local now, order = call.now, call.order
  local known = order and find_order(order.orderId, order.fingerprint, now)
  if known then
    return known
  end
  local user, device = find_holder(key('u', call.userId)), find_holder(key('d', call.device))
  local verdicts, applied = {}, false
  for i, candidate in ipairs(call.candidates) do
    if applied and not candidate.stackable then
      verdicts[i] = 'not stackable'
    else
      verdicts[i] = count_use(candidate, user, device, now)
      applied = applied or verdicts[i] == 'applied'
    end
  end
  local text = #verdicts == 0 and '[]' or cjson.encode(verdicts)
  if order then
    local hash = key('order', order.orderId)
    write('HSET', hash, 'fingerprint', order.fingerprint, 'terms', order.terms, 'verdicts', text,
      'at', string.format('%.0f', now))
    write('PEXPIRE', hash, ORDER_LIFETIME_MS)
  end
  return '{"kind":"counted","verdicts":' .. text .. '}'
end

local replies = {}
for i, call in ipairs(cjson.decode(ARGV[1])) do
  writes = {}
  local counted, reply = pcall(count_uses, call)
  if counted then
    for _, command in ipairs(writes) do
      redis.call(unpack(command))
    end
    replies[i] = reply
  else
    replies[i] = cjson.encode({ kind = 'failed', error = type(reply) == 'table' and reply.err or tostring(reply) })
  end
end
return '[' .. table.concat(replies, ',') .. ']'
