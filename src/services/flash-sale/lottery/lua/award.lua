-- Reserves a unit for each of some prizes, while the round is closed and not yet drawn. A winner with
-- a prize keeps it: another request may be drawing the same round.
-- ARGV[1]: Award of ../lottery-store.ts. Reply: null.
local id = a.productId
local round = round_with(a)
if not round or not round.winners or round.digest then
  return 'null'
end
local product = product_of(id)
local prizes = {}
for _, prize in ipairs(a.prizes) do
  if redis.call('HEXISTS', key('prizes', id), prize.userId) == 0 then
    prizes[#prizes + 1] = prize
  end
end
if sum(available_of(product)) < #prizes then
  return redis.error_reply('ERR fewer units than prizes of ' .. id)
end
for i, prize in ipairs(prizes) do
  prize.qty, prize.bucket, prize.group = 1, i % BUCKETS, 0
  sell(product, prize)
  redis.call('HSET', key('prizes', id), prize.userId, prize.token)
  redis.call('SET', key('prize', prize.token), cjson.encode({
    productId = id, generation = product.generation, round = a.round, expiresAt = a.expiresAt, claimed = false,
    userId = prize.userId, token = prize.token, orderId = prize.orderId, reservationId = prize.reservationId,
  }))
  redis.call('ZADD', key('open_prizes'), a.expiresAt, prize.token)
  redis.call('RPUSH', key('winners', id .. ':' .. a.round), prize.userId)
end
return 'null'
