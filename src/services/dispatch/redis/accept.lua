-- A driver accepts an offer.
-- ARGV[3…]: driver, assignment
-- Reply: {"accepted", doc of the order} or {why not}
local driver, id = ARGV[3], ARGV[4]
local found, refusal = answered(driver, id)
if not found then
  return { refusal }
end
if found.state == 'expired' or found.state == 'rejected' then
  return { found.state }
end
if found.state == 'offered' then
  if now >= found.expires_at then
    return { 'expired' }
  end
  redis.call('HSET', key('assignment', id), 'state', 'accepted')
  redis.call('ZREM', key('offers'), id)
  redis.call('HSET', key('order', found.order), 'state', 'accepted')
  set_driver_state(driver, rules.accepted)
  tell(driver)
end
return { 'accepted', redis.call('HGET', key('order', found.order), 'doc') }
