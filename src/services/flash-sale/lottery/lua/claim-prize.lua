-- ARGV: token, now. Reply: {'unknown'}, {'expired'} or {'claimed', order, reservation}.
local prize = prize_of(ARGV[1])
if not prize then
  return { 'unknown' }
end
if not prize.claimed then
  if tonumber(ARGV[2]) >= prize.expires_at then
    return { 'expired' }
  end
  redis.call('HSET', key('prize', prize.token), 'claimed', 1)
  redis.call('ZREM', key('open_prizes'), prize.token)
end
return { 'claimed', prize.order_id, prize.reservation_id }
