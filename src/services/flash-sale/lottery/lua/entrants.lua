-- Some who take part in a closed round: all but the winners of earlier ones.
-- ARGV[1]: {productId, round, seed, from, limit}. Reply: null, or Portion of ../lottery-store.ts.
if not round_with(a) then
  return 'null'
end
local users = redis.call('LRANGE', key('entrants', a.productId), a.from, a.from + a.limit - 1)
local taking_part = {}
for i, token in ipairs(#users > 0 and redis.call('HMGET', key('prizes', a.productId), unpack(users)) or {}) do
  if not token or prize_of(token).round >= a.round then
    taking_part[#taking_part + 1] = users[i]
  end
end
local following = #users == a.limit and a.from + a.limit or nil
return json({ entrants = entrants_of(a.productId, taking_part), next = following })
