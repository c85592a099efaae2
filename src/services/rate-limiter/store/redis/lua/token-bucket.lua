-- KEYS: of each limit "<at> <tokens missing then, times window>"
-- ARGV: take, peek or refund; cost; now (instant); of each limit: the limit, window, lifetime of the key (ms)
-- Reply: {1 when all have room for the cost, else 0; of each limit {tokens missing, times window; at}}
-- Instants have 13 digits, so they compare as numbers do.
local effect, cost, now = ARGV[1], tonumber(ARGV[2]), ARGV[3]

local buckets, has_room = {}, 1
for i, key in ipairs(KEYS) do
  local limit, window = tonumber(ARGV[3 * i + 1]), tonumber(ARGV[3 * i + 2])
  local bucket = { missing = 0, at = now, cost = cost * window }
  local text = redis.call('GET', key)
  if text then
    local at = string.sub(text, 1, 13)
    -- A bucket whose limit was lowered was empty at worst.
    bucket.missing = math.min(tonumber(string.sub(text, 15)), limit * window)
    if at < now then
      bucket.missing = math.max(0, bucket.missing - (now - at) * limit)
    else
      -- A clock that went back fills nothing.
      bucket.at = at
    end
  end
  if effect == 'refund' then
    bucket.missing = math.max(0, bucket.missing - bucket.cost)
  end
  if bucket.missing + bucket.cost > limit * window then
    has_room = 0
  end
  buckets[i] = bucket
end

local taken = effect == 'take' and has_room == 1
local reply = {}
for i, bucket in ipairs(buckets) do
  if taken then
    bucket.missing = bucket.missing + bucket.cost
  end
  local missing = string.format('%.0f', bucket.missing)
  if effect == 'refund' and bucket.missing == 0 then
    redis.call('DEL', KEYS[i])
  elseif taken or effect == 'refund' then
    redis.call('SET', KEYS[i], bucket.at .. ' ' .. missing, 'PX', ARGV[3 * i + 3])
  end
  reply[i] = { missing, bucket.at }
end
return { has_room, reply }
