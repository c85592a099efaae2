-- A driver accepts an offer.
-- ARGV[2…]: driver, assignment
-- Reply: {"accepted", doc of the order} or {why not}
local driver, assignment = ARGV[2], ARGV[3]
local found, why_not = answered(driver, assignment)
if not found then
  return { why_not }
end
if found.state == 'rejected' then
  return { 'already-rejected' }
end
if found.state == 'expired' or (found.state == 'offered' and now >= found.expires_at) then
  return { 'expired' }
end
if found.state == 'offered' then
  redis.call('HSET', key('assignment', assignment), 'state', 'accepted')
  redis.call('ZREM', key('offers'), assignment)
  redis.call('HSET', key('order', found.order), 'state', 'accepted')
  set_driver_state(driver, ACCEPTED)
  publish(driver)
end
return { 'accepted', redis.call('HGET', key('order', found.order), 'doc') }
