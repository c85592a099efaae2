-- A driver rejects an offer, or gives back an accepted order where the state table allows it.
-- ARGV[2…]: driver, assignment
-- Reply: RejectOutcome
local driver, assignment = ARGV[2], ARGV[3]
local found, why_not = answered(driver, assignment)
if not found then
  return kind(why_not)
end
if found.state ~= 'rejected' then
  if is_over(found) then
    return kind('expired')
  end
  local state = record('driver', driver).state
  local is_rejectable = false
  if found.state ~= 'delivered' then
    for _, from in ipairs(cjson.decode(REJECTABLE)) do
      is_rejectable = is_rejectable or from == state
    end
  end
  if not is_rejectable then
    return cjson.encode({ kind = 'too-late', state = state })
  end
  found.delayMs, found.orderBecame = end_assignment(found, 'rejected')
end
return cjson.encode({ kind = 'rejected', delayMs = found.delayMs, order = found.orderBecame })
