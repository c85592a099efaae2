-- KEYS: bucket (hash: level, tokens times window; at)   ARGV: limit, window, now
-- Reply: {1 when allowed, level}
local limit, window, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local full = limit * window
local bucket = redis.call('HMGET', KEYS[1], 'level', 'at')
local level, at = tonumber(bucket[1] or full), tonumber(bucket[2] or now)
level = math.min(full, level + math.max(0, now - at) * limit)
local allowed = level >= window
if allowed then
  level = level - window
end
redis.call('HSET', KEYS[1], 'level', string.format('%.0f', level), 'at', string.format('%.0f', math.max(at, now)))
redis.call('PEXPIRE', KEYS[1], 2 * window)
return { allowed and 1 or 0, level }
