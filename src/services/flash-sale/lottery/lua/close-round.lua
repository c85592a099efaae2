-- Ends enrolment and freezes the entrants of a round. ARGV: product, round, winners.
-- Reply: {'closed', round as of round_of}, {'short', available}, {'wrong-round', next},
-- {'wrong-flow'} or {'unknown'}.
local id, round, winners = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local product = product_of(id)
local kind = not_a_lottery(product)
if kind then
  return { kind }
end
local lottery = key('lottery', id)
local rounds = tonumber(redis.call('HGET', lottery, 'rounds'))
if round > rounds then
  return { 'wrong-round', rounds }
end
if redis.call('HEXISTS', lottery, 'winners:' .. round) == 0 then
  local available = sum(available_of(product))
  if available < winners then
    return { 'short', available }
  end
  local entrants = {}
  for _, user in ipairs(redis.call('LRANGE', key('entrants', id), 0, -1)) do
    if redis.call('HEXISTS', key('prizes', id), user) == 0 then
      entrants[#entrants + 1] = user
    end
  end
  local json = #entrants == 0 and '[]' or cjson.encode(entrants)
  redis.call('HSET', lottery, 'winners:' .. round, winners, 'entrants:' .. round, json)
end
return { 'closed', round_of(id, round) }
