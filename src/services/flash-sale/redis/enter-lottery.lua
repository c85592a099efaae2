-- ARGV: product, user, device, now, length of enrolment, identities whose windows must have room…
-- Reply: {'entered' or 'already-entered', seed}, or {'taken'}, {'closed'}, {'wrong-flow'}, {'unknown'}, {'rate-limited'}.
local id, user, device, now = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local windows = {}
for i = 6, #ARGV do
  windows[i] = requests_of(redis.call('GET', key('window', ARGV[i])), now)
  if not has_room(windows[i]) then
    return { 'rate-limited' }
  end
end
for i = 6, #ARGV do
  record(ARGV[i], windows[i], now)
end
local product = product_of(id)
local refusal = refuse_lottery(product)
if refusal then
  return { refusal }
end
local lottery = key('lottery', id)
local seed = redis.call('HGET', lottery, 'seed:' .. redis.call('HGET', lottery, 'rounds'))
local present = redis.call('HGET', key('entries', id), user)
if present then
  return { present == device and 'already-entered' or 'taken', seed }
end
local opened = tonumber(redis.call('HGET', key('product', id), 'opened_at'))
if redis.call('HEXISTS', lottery, 'winners:1') == 1 or now - opened >= tonumber(ARGV[5]) then
  return { 'closed' }
end
if redis.call('HSETNX', key('entry_devices', id), device, user) == 0 then
  return { 'taken' }
end
redis.call('HSET', key('entries', id), user, device)
redis.call('RPUSH', key('entrants', id), user)
return { 'entered', seed }
