-- A driver rejects an offer, or gives back an accepted order where the state table allows it.
-- ARGV[2…]: driver, assignment
-- Reply: {"rejected", delay in ms, what the order became}, {"too-late", state} or {why not}
local driver, assignment = ARGV[2], ARGV[3]
local found, why_not = answered(driver, assignment)
if not found then
  return { why_not }
end
if found.state == 'rejected' then
  return { 'rejected', found.delay_ms, found.order_became }
end
if found.state == 'expired' or (found.state == 'offered' and now >= found.expires_at) then
  return { 'expired' }
end
local state = redis.call('HGET', key('driver', driver), 'state')
local is_rejectable = false
if found.state ~= 'delivered' then
  for _, from in ipairs(cjson.decode(REJECTABLE)) do
    is_rejectable = is_rejectable or from == state
  end
end
if not is_rejectable then
  return { 'too-late', state }
end
return { 'rejected', end_assignment(assignment, 'rejected') }
