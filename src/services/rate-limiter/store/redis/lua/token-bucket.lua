-- KEYS: bucket ("<at> <level>")   ARGV: limit, window (ms), now (instant), lifetime of the key (ms)
-- Reply: {1 when allowed, else 0; level: tokens times window}
-- Instants have 13 digits, so they compare as numbers do.
local limit, window, at = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local full = limit * window
local level = full
local bucket = redis.call('GET', KEYS[1])
if bucket then
  local before = string.sub(bucket, 1, 13)
  level = tonumber(string.sub(bucket, 15))
  if before < at then
    level = level + (at - before) * limit
  else
    -- A clock that went back fills nothing.
    at = before
  end
  if level > full then
    level = full
  end
end
local allowed = 0
if level >= window then
  allowed, level = 1, level - window
end
redis.call('SET', KEYS[1], at .. ' ' .. level, 'PX', ARGV[4])
return { allowed, level }
