-- A driver rejects an offer, or gives back an accepted order where the state table allows it.
-- ARGV[2…]: driver, assignment
-- Reply: RejectOutcome
local found, order, driver = answered(ARGV[2], ARGV[3])
if not found then
  return kind(order)
end
local delay_ms, became = found.delayMs, found.orderBecame
if found.state ~= 'rejected' then
  local over = why_over(found)
  if over then
    return kind(over)
  end
  local is_rejectable = false
  if found.state ~= 'delivered' then
    for _, from in ipairs(cjson.decode(REJECTABLE)) do
      is_rejectable = is_rejectable or from == driver.state
    end
  end
  if not is_rejectable then
    return cjson.encode({ kind = 'too-late', state = driver.state })
  end
  delay_ms, became = end_assignment(found, order, driver, 'rejected')
end
return cjson.encode({ kind = 'rejected', delayMs = delay_ms, order = became })
