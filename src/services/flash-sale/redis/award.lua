-- Reserves a unit for each prize, once a round.
-- ARGV: product, round, seed, next seed, expires at, now, then for each prize: user, token, order, reservation.
-- Reply: 1, or 0 when the round was awarded before.
local id, round, expires_at, now = ARGV[1], ARGV[2], ARGV[5], tonumber(ARGV[6])
-- A reset may have come between the draw and this: then the round is another one, still open.
if redis.call('HEXISTS', key('lottery', id), 'winners:' .. round) == 0
  or redis.call('HGET', key('lottery', id), 'seed:' .. round) ~= ARGV[3]
  or redis.call('HSETNX', key('lottery', id), 'drawn:' .. round, 1) == 0 then
  return 0
end
local product = product_of(id)
for i = 7, #ARGV, 4 do
  local user, token, order, reservation = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  local sold = sell(product, {
    user_id = user, qty = 1, bucket = (i - 7) / 4 % 10, group = 0,
    order_id = order, reservation_id = reservation, now = now,
  })
  if not sold then
    return redis.error_reply('ERR no unit left for ' .. reservation)
  end
  redis.call('HSET', key('prizes', id), user, token)
  redis.call('HSET', key('prize', token), 'product_id', id, 'user_id', user, 'order_id', order,
    'reservation_id', reservation, 'expires_at', expires_at, 'claimed', 0)
  redis.call('ZADD', key('open_prizes'), expires_at, token)
end
redis.call('HSET', key('lottery', id), 'rounds', round + 1, 'seed:' .. (round + 1), ARGV[4])
return 1
