-- Ends enrolment and freezes the entrants of a round. ARGV[1]: {productId, round, winners}.
-- Reply: CloseOutcome of ../lottery-store.ts.
local id = a.productId
local product = product_of(id)
local kind = not_a_lottery(product)
if kind then
  return cjson.encode({ kind = kind })
end
local round = round_of(id, a.round)
if not round then
  return cjson.encode({ kind = 'wrong-round', next = tonumber(redis.call('HGET', key('lottery', id), 'rounds')) })
end
if not round.winners then
  local available = sum(available_of(product))
  if available < a.winners then
    return cjson.encode({ kind = 'short', available = available })
  end
  redis.call('HSET', key('lottery', id), 'winners:' .. a.round, a.winners)
  round.winners = a.winners
end
return cjson.encode({ kind = 'closed', round = round })
