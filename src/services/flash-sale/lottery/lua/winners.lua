-- Some who won a round. ARGV[1]: {productId, round, seed, from, limit}.
-- Reply: null, or Portion of ../lottery-store.ts.
if not round_with(a) then
  return 'null'
end
local users = redis.call('LRANGE', key('winners', a.productId .. ':' .. a.round), a.from, a.from + a.limit - 1)
return json({ entrants = entrants_of(a.productId, users), next = #users == a.limit and a.from + a.limit or nil })
