-- A driver refuses an offer, or gives back an accepted order where the table allows it.
-- ARGV[3…]: driver, assignment
-- Reply: {"refused", delay in ms, what the order became}, {"too-late", state} or {why not}
local driver, id = ARGV[3], ARGV[4]
local found, refusal = answered(driver, id)
if not found then
  return { refusal }
end
if found.state == 'rejected' then
  return { 'refused', found.delay, found.became }
end
if found.state == 'expired' or (found.state == 'offered' and now >= found.expires_at) then
  return { 'expired' }
end
local state = redis.call('HGET', key('driver', driver), 'state')
local refusable = false
if found.state ~= 'delivered' then
  for _, from in ipairs(rules.refusable) do
    refusable = refusable or from == state
  end
end
if not refusable then
  return { 'too-late', state }
end
local delay, became = reassign(id, 'rejected')
return { 'refused', delay, became }
