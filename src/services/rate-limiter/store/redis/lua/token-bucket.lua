-- KEYS: bucket ("<level> <at>")   ARGV: limit, window (ms), now, lifetime of the key (ms)
-- Reply: {1 when allowed, else 0; level: tokens times window}
local limit, window, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local full = limit * window
local level, at = full, now
local bucket = redis.call('GET', KEYS[1])
if bucket then
  local gap = string.find(bucket, ' ', 1, true)
  level, at = tonumber(string.sub(bucket, 1, gap - 1)), tonumber(string.sub(bucket, gap + 1))
  -- A clock that went back fills nothing.
  if now > at then
    level, at = level + (now - at) * limit, now
  end
  level = math.min(full, level)
end
local allowed = level >= window
if allowed then
  level = level - window
end
redis.call('SET', KEYS[1], string.format('%.0f %.0f', level, at), 'PX', ARGV[4])
return { allowed and 1 or 0, level }
