-- How a user fared. ARGV: product, user, now.
-- Reply: false, {'pending'}, {'lost'}, or {'won' | 'claimed' | 'expired', token, order, reservation, expires at}.
local id, user, now = ARGV[1], ARGV[2], tonumber(ARGV[3])
if redis.call('HEXISTS', key('entries', id), user) == 0 then
  return false
end
local token = redis.call('HGET', key('prizes', id), user)
if not token then
  return { redis.call('HEXISTS', key('lottery', id), 'drawn:1') == 1 and 'lost' or 'pending' }
end
local prize = prize_of(token)
local state = prize.claimed and 'claimed' or now >= prize.expires_at and 'expired' or 'won'
return { state, token, prize.order_id, prize.reservation_id, prize.expires_at }
