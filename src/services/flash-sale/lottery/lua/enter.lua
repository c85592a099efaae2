-- ARGV[1], reply: LotteryEntry and EnterOutcome of ../store.ts.
local id = a.productId
local windows = {}
for i, device in ipairs(a.devices) do
  windows[i] = requests_of(device, a.now)
  if not has_room(windows[i]) then
    return cjson.encode({ kind = 'rate-limited' })
  end
end
-- An attempt that is refused below counts too.
for i, device in ipairs(a.devices) do
  record(device, windows[i], a.now)
end
local function enter()
  local kind = not_a_lottery(product_of(id))
  if kind then
    return { kind = kind }
  end
  local seed = round_of(id, redis.call('HGET', key('lottery', id), 'rounds')).seed
  local present = redis.call('HGET', key('entries', id), a.userId)
  if present then
    local same = cjson.decode(present).device == a.device
    return same and { kind = 'already-entered', seed = seed } or { kind = 'taken' }
  end
  local opened = tonumber(redis.call('HGET', key('product', id), 'opened_at'))
  if round_of(id, 1).winners or a.now - opened >= ENROLMENT_MS then
    return { kind = 'closed' }
  end
  if redis.call('HSETNX', key('entry_devices', id), a.device, a.userId) == 0 then
    return { kind = 'taken' }
  end
  redis.call('HSET', key('entries', id), a.userId, cjson.encode({ device = a.device, entry = a.entry }))
  redis.call('RPUSH', key('entrants', id), a.userId)
  return { kind = 'entered', seed = seed }
end
return cjson.encode(enter())
