-- Reserves a unit for each prize, once a round.
-- ARGV: product, round, seed, next seed, expires at, now, then for each prize: user, token, order, reservation.
-- Reply: 1, or 0 when the round was awarded before.
local id, round, expires_at, now = ARGV[1], tonumber(ARGV[2]), ARGV[5], tonumber(ARGV[6])
local lottery = key('lottery', id)
-- A reset may have come between the draw and this: then the round is another one, still open.
if redis.call('HEXISTS', lottery, 'winners:' .. round) == 0
  or redis.call('HGET', lottery, 'seed:' .. round) ~= ARGV[3]
  or redis.call('HEXISTS', lottery, 'drawn:' .. round) == 1 then
  return 0
end
-- A script is not rolled back, so what can fail comes before the first write.
local product = product_of(id)
if sum(available_of(product)) < (#ARGV - 6) / 4 then
  return redis.error_reply('ERR fewer units than prizes of ' .. id)
end
redis.call('HSET', lottery, 'drawn:' .. round, 1)
for i = 7, #ARGV, 4 do
  local user, token, order, reservation = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  sell(product, {
    user_id = user, qty = 1, bucket = (i - 7) / 4 % BUCKETS, group = 0,
    order_id = order, reservation_id = reservation, now = now,
  })
  redis.call('HSET', key('prizes', id), user, token)
  redis.call('HSET', key('prize', token), 'product_id', id, 'user_id', user, 'order_id', order,
    'reservation_id', reservation, 'expires_at', expires_at, 'claimed', 0)
  redis.call('ZADD', key('open_prizes'), expires_at, token)
end
redis.call('HSET', lottery, 'rounds', round + 1, 'seed:' .. (round + 1), ARGV[4])
return 1
