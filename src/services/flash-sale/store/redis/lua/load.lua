-- Starts a new ledger, then confirms waiting users as far as the stock goes.
-- ARGV: product, flow, slots as JSON, vouchers, reset (1 or 0), lottery seed, id seed, now, units of each bucket…
-- Reply: {'already-loaded'} or {'loaded', {{user, order, reservation}, …}}.
local id, flow, slots, vouchers, reset = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local lottery_seed, id_seed, now = ARGV[6], ARGV[7], tonumber(ARGV[8])
local known = drop_if_stale(product_of(id), now)
if known and known.generation > 0 and reset ~= '1' then
  return { 'already-loaded' }
end
local former = known or new_product(id, now)
local hash = key('product', id)
for b = 0, former.n - 1 do
  redis.call('HDEL', hash, 'b' .. b)
end
local total, n = 0, #ARGV - 8
for b = 0, n - 1 do
  total = total + ARGV[9 + b]
  redis.call('HSET', hash, 'b' .. b, ARGV[9 + b])
end
redis.call('HSET', hash, 'flow', flow, 'slots', slots, 'vouchers_left', vouchers, 'n', n,
  'loaded', total, 'released', 0, 'held', 0, 'confirmed', 0, 'opened_at', instant(now))
redis.call('HINCRBY', hash, 'generation', 1)
redis.call('ZREM', key('unloaded'), id)
-- It knows nothing of the vouchers and the lottery of the former one.
for _, token in ipairs(redis.call('HVALS', key('prizes', id))) do
  redis.call('DEL', key('prize', token))
  redis.call('ZREM', key('open_prizes'), token)
end
redis.call('DEL', key('vouchers', id), key('lottery', id), key('entrants', id), key('entries', id),
  key('entry_devices', id), key('prizes', id))
if flow == 'lottery' then
  redis.call('HSET', key('lottery', id), 'rounds', 1, 'seed:1', lottery_seed)
end
return { 'loaded', promote_waiting(product_of(id), id_seed, now) }
