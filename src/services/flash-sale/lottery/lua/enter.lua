-- ARGV: product, user, device, now, identities whose windows must have room…
-- Reply: {'entered' or 'already-entered', seed}, or {'taken'}, {'closed'}, {'wrong-flow'}, {'unknown'}, {'rate-limited'}.
local id, user, device, now = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local windows = {}
for i = 5, #ARGV do
  windows[i] = requests_of(ARGV[i], now)
  if not has_room(windows[i]) then
    return { 'rate-limited' }
  end
end
-- An attempt that is refused below counts too.
for i = 5, #ARGV do
  record(ARGV[i], windows[i], now)
end
local kind = not_a_lottery(product_of(id))
if kind then
  return { kind }
end
local lottery = key('lottery', id)
local seed = redis.call('HGET', lottery, 'seed:' .. redis.call('HGET', lottery, 'rounds'))
local present = redis.call('HGET', key('entries', id), user)
if present then
  return present == device and { 'already-entered', seed } or { 'taken' }
end
local opened = tonumber(redis.call('HGET', key('product', id), 'opened_at'))
if redis.call('HEXISTS', lottery, 'winners:1') == 1 or now - opened >= ENROLMENT_MS then
  return { 'closed' }
end
if redis.call('HSETNX', key('entry_devices', id), device, user) == 0 then
  return { 'taken' }
end
redis.call('HSET', key('entries', id), user, device)
redis.call('RPUSH', key('entrants', id), user)
return { 'entered', seed }
