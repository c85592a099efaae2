-- All rounds of a lottery. ARGV[1]: {productId}. Reply: null, or Rounds of ../lottery-store.ts.
local rounds = redis.call('HGET', key('lottery', a.productId), 'rounds')
if not rounds then
  return 'null'
end
local reply = {}
for round = 1, tonumber(rounds) do
  reply[round] = round_of(a.productId, round)
end
return cjson.encode(reply)
