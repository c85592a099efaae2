-- Returns the units of prizes that nobody claimed in time, and removes prizes of former ledgers.
-- ARGV[1]: {now, limit}. Reply: whether there may be more.
local tokens = redis.call('ZRANGEBYSCORE', key('open_prizes'), '-inf', a.now, 'LIMIT', 0, a.limit)
local overdue = {}
for i, token in ipairs(tokens) do
  overdue[i] = prize_of(token)
  overdue[i].reservation = reservation_of(overdue[i].reservationId)
  overdue[i].product = product_of(overdue[i].productId)
end
local former = redis.call('SRANDMEMBER', key('former_prizes'))
local prizes = former and redis.call('HRANDFIELD', former, a.limit, 'WITHVALUES')
for _, prize in ipairs(overdue) do
  -- The holder may have confirmed or released it by its id, without the token.
  if prize.reservation.status == 'held' and prize.generation == prize.product.generation then
    give_back(prize.product, prize.reservationId, prize.reservation, 'released', a.now)
  end
  redis.call('ZREM', key('open_prizes'), prize.token)
end
if former then
  for i = 1, #prizes, 2 do
    redis.call('DEL', key('prize', prizes[i + 1]))
    redis.call('ZREM', key('open_prizes'), prizes[i + 1])
    redis.call('HDEL', former, prizes[i])
  end
  if #prizes < 2 * a.limit then
    redis.call('SREM', key('former_prizes'), former)
  end
end
return cjson.encode(#tokens == a.limit or former ~= false)
