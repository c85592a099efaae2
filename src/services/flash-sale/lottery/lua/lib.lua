-- Shared by the scripts of the lottery; loaded after those of store/redis/lua/lib.
--
--   lottery:<product>       hash  rounds, and for round r: seed:r, winners:r (once closed), digest:r (once drawn)
--   entrants:<product>      list  users in order of entry
--   entries:<product>       hash  user -> JSON {device, salt, entry}
--   entry_devices:<product> hash  device -> user
--   winners:<product>:<round> list  users, best ticket first
--   prizes:<product>        hash  user -> token
--   prize:<token>           string JSON of a ticket's prize, and {productId, generation, round, claimed}
--   open_prizes             zset  token -> instant at which an unclaimed prize returns to stock
--   former_prizes           set   keys like prizes:<product>, of ledgers that are closed

-- 'unknown' or 'wrong-flow' for a product without a lottery, else nil.
local function not_a_lottery(product)
  if not product or product.generation == 0 then
    return 'unknown'
  end
  if product.flow ~= 'lottery' then
    return 'wrong-flow'
  end
end

local function round_of(id, round)
  local f = redis.call('HMGET', key('lottery', id), 'seed:' .. round, 'winners:' .. round, 'digest:' .. round)
  return f[1] and { round = round, seed = f[1], winners = tonumber(f[2]), digest = f[3] or nil }
end

-- The round, if a reset has not put another one in its place.
local function round_with(draw)
  local round = round_of(draw.productId, draw.round)
  return round and round.seed == draw.seed and round or nil
end

-- {userId, entry} of each of some users.
local function entrants_of(id, users)
  local entrants = {}
  for i, text in ipairs(#users > 0 and redis.call('HMGET', key('entries', id), unpack(users)) or {}) do
    entrants[i] = { userId = users[i], entry = cjson.decode(text).entry }
  end
  return entrants
end

local function prize_of(token)
  local prize = redis.call('GET', key('prize', token))
  return prize and cjson.decode(prize)
end

-- `won`, `claimed` or `expired`: a prize whose units were given back, in any way, has expired.
local function state_of(prize, reservation, now)
  if not is_kept(reservation, now) then
    return 'expired'
  end
  if prize.claimed or reservation.status == 'confirmed' then
    return 'claimed'
  end
  -- The instant decides, before the sweep as after it.
  return now < prize.expiresAt and 'won' or 'expired'
end

local function generation_of(id)
  return tonumber(redis.call('HGET', key('product', id), 'generation'))
end
