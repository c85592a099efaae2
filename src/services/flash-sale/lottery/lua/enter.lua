-- ARGV[1], reply: LotteryEntry and EnterOutcome of ../lottery-store.ts.
-- Only an entry that is new counts in the windows of its devices.
local id = a.productId

local function enter()
  local windows = {}
  for i, device in ipairs(a.devices) do
    windows[i] = requests_of(device, a.now)
    if not has_room(windows[i]) then
      return { kind = 'rate-limited' }
    end
  end
  local kind = not_a_lottery(product_of(id))
  if kind then
    return { kind = kind }
  end
  local seed = round_of(id, redis.call('HGET', key('lottery', id), 'rounds')).seed
  local present = redis.call('HGET', key('entries', id), a.userId)
  if present then
    local entry = cjson.decode(present)
    local same = entry.device == a.device
    return same and { kind = 'already-entered', seed = seed, salt = entry.salt } or { kind = 'taken' }
  end
  local opened = tonumber(redis.call('HGET', key('product', id), 'opened_at'))
  if round_of(id, 1).winners or a.now - opened >= ENROLMENT_MS then
    return { kind = 'closed' }
  end
  if redis.call('HEXISTS', key('entry_devices', id), a.device) == 1 then
    return { kind = 'taken' }
  end
  local entry = cjson.encode({ device = a.device, salt = a.salt, entry = a.entry })
  redis.call('HSET', key('entry_devices', id), a.device, a.userId)
  redis.call('HSET', key('entries', id), a.userId, entry)
  redis.call('RPUSH', key('entrants', id), a.userId)
  for i, device in ipairs(a.devices) do
    record(device, windows[i], a.now)
  end
  return { kind = 'entered', seed = seed, salt = a.salt }
end

return cjson.encode(enter())
