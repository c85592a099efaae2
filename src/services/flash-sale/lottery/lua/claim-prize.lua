-- ARGV[1]: {token, now}. Reply: PrizeOutcome of ../lottery-store.ts.
local prize = prize_of(a.token)
-- A prize of a former ledger is void, whether it is removed yet or not.
if not prize or prize.generation ~= generation_of(prize.productId) then
  return cjson.encode({ kind = 'unknown' })
end
local reservation = reservation_of(prize.reservationId)
local state = state_of(prize, reservation, a.now)
if state == 'expired' then
  return cjson.encode({ kind = 'expired' })
end
if state == 'won' then
  prize.claimed = true
  redis.call('SET', key('prize', a.token), cjson.encode(prize))
  redis.call('ZREM', key('open_prizes'), a.token)
  -- Until it was claimed the prize had an end of its own.
  local expires_at = hold_until(product_of(prize.productId), a.now)
  if expires_at then
    reservation.expiresAt = expires_at
    save_reservation(prize.reservationId, reservation)
    redis.call('ZADD', key('holds'), expires_at, prize.reservationId)
    redis.call('ZADD', key('open', reservation.userId), expires_at, prize.reservationId)
  end
end
return cjson.encode({
  kind = 'claimed', orderId = prize.orderId, reservationId = prize.reservationId, expiresAt = hold_of(reservation),
})
