-- Ends a round whose prizes are all reserved. ARGV[1]: {productId, round, seed, digest, nextSeed}.
-- Reply: null.
local round = round_with(a)
if round and round.winners and not round.digest then
  local following = a.round + 1
  redis.call('HSET', key('lottery', a.productId), 'digest:' .. a.round, a.digest, 'rounds', following,
    'seed:' .. following, a.nextSeed)
end
return 'null'
