-- All rounds of a lottery. ARGV: product. Reply: false, or {{round, seed, winners, entrants, drawn}, …}.
local rounds = redis.call('HGET', key('lottery', ARGV[1]), 'rounds')
if not rounds then
  return false
end
local reply = {}
for round = 1, tonumber(rounds) do
  reply[round] = round_of(ARGV[1], round)
end
return reply
