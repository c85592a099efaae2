-- How a user fared. ARGV[1]: {productId, userId, now}. Reply: null, or Ticket of ../lottery-store.ts.
local id = a.productId
if redis.call('HEXISTS', key('entries', id), a.userId) == 0 then
  return 'null'
end
local token = redis.call('HGET', key('prizes', id), a.userId)
if not token then
  return cjson.encode({ state = round_of(id, 1).digest and 'lost' or 'pending' })
end
local p = prize_of(token)
local state = state_of(p, reservation_of(p.reservationId), a.now)
return cjson.encode({ state = state, prize = {
  userId = p.userId, token = token, orderId = p.orderId, reservationId = p.reservationId, expiresAt = p.expiresAt,
} })
