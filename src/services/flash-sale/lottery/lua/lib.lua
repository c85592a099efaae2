-- Shared by the scripts of the lottery; loaded after store/redis/lua/lib.lua.
--
--   lottery:<product>       hash  rounds, and for round r: seed:r, winners:r, entrants:r (JSON), drawn:r
--   entrants:<product>      list  users in order of entry
--   entries:<product>       hash  user -> device
--   entry_devices:<product> hash  device -> user
--   prizes:<product>        hash  user -> token
--   prize:<token>           hash  product_id, user_id, order_id, reservation_id, expires_at, claimed
--   open_prizes             zset  token -> instant at which an unclaimed prize returns to stock

-- 'unknown' or 'wrong-flow' for a product without a lottery, else nil.
local function not_a_lottery(product)
  if not product or product.generation == 0 then
    return 'unknown'
  end
  if product.flow ~= 'lottery' then
    return 'wrong-flow'
  end
  return nil
end

-- {round, seed, winners, {entrant, …}, drawn (1 or 0)}
local function round_of(id, round)
  local f = redis.call('HMGET', key('lottery', id), 'seed:' .. round, 'winners:' .. round,
    'entrants:' .. round, 'drawn:' .. round)
  return { round, f[1], tonumber(f[2] or 0), cjson.decode(f[3] or '[]'), f[4] and 1 or 0 }
end

local function prize_of(token)
  local f = redis.call('HMGET', key('prize', token), 'reservation_id', 'order_id', 'expires_at', 'claimed')
  if not f[1] then
    return nil
  end
  return { token = token, reservation_id = f[1], order_id = f[2], expires_at = tonumber(f[3]), claimed = f[4] == '1' }
end
