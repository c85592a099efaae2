-- Starts a new ledger, then confirms waiting users as far as the stock goes.
-- ARGV[1]: StockLoad of ../../ledger.ts and `ids`, the seed of the ids of promotions.
-- Reply: LoadOutcome and Begun of ../../promotions.ts, or `unfinished`.
local id = a.productId
local known = product_of(id)
if known and known.generation > 0 and not a.reset then
  return cjson.encode({ kind = 'already-loaded' })
end
if is_unfinished(known, a.now) then
  return cjson.encode(unfinished(id))
end
local total = sum(a.buckets)
local limit = math.min(total, PROMOTION_SLICE)
local waiters = first_waiters({ id = id, flow = a.flow, passed = NOBODY }, limit)
local rounds = tonumber(redis.call('HGET', key('lottery', id), 'rounds') or 0)
local former = known or new_product(id, a.now)
local hash = key('product', id)
for b = 0, former.n - 1 do
  redis.call('HDEL', hash, 'b' .. b)
end
for b, units in ipairs(a.buckets) do
  redis.call('HSET', hash, 'b' .. b - 1, units)
end
redis.call('HSET', hash, 'flow', a.flow, 'slots', #a.slots == 0 and '[]' or cjson.encode(a.slots),
  'vouchers_left', a.voucherLimit, 'n', #a.buckets, 'loaded', total, 'released', 0, 'expired', 0, 'held', 0,
  'confirmed', 0, 'opened_at', a.now)
redis.call('HDEL', hash, 'passed_premium', 'passed_regular', 'rules')
if next(a.rules) then
  redis.call('HSET', hash, 'rules', cjson.encode(a.rules))
end
redis.call('HINCRBY', hash, 'generation', 1)
redis.call('ZREM', key('unloaded'), id)
-- The latest first: scores are negative.
redis.call('ZADD', key('loaded'), -a.now, id)
-- It knows nothing of the limits, the vouchers and the lottery of the former one. The prizes are many keys:
-- return-prizes.lua removes them, and until then their generation tells that they are void.
redis.call('UNLINK', key('owned', id), key('vouchers', id), key('lottery', id), key('entrants', id), key('entries', id),
  key('entry_devices', id))
for round = 1, rounds do
  redis.call('UNLINK', key('winners', id .. ':' .. round))
end
if redis.call('EXISTS', key('prizes', id)) == 1 then
  local prizes = key('former_prizes', id .. ':' .. former.generation)
  redis.call('RENAME', key('prizes', id), prizes)
  redis.call('SADD', key('former_prizes'), prizes)
end
if a.flow == 'lottery' then
  redis.call('HSET', key('lottery', id), 'rounds', 1, 'seed:1', a.seed)
end
local promoted, is_over = promote(product_of(id), waiters, limit, a.ids, a.now)
return json({ kind = 'loaded', promoted = promoted, isOver = is_over })
