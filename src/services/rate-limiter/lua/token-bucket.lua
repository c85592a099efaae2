-- KEYS: bucket (tokens times window, at; two doubles)   ARGV: limit, window, now, how long to keep it
-- Reply: tokens times window that are left; when refused, -1 minus them
local limit, window, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local level, at = limit * window, now
local bucket = redis.call('GET', KEYS[1])
if bucket then
  local full = level
  level, at = struct.unpack('<dd', bucket)
  if now > at then
    level, at = level + (now - at) * limit, now
  end
  level = math.min(full, level)
end
local allowed = level >= window
if allowed then
  level = level - window
end
redis.call('SET', KEYS[1], struct.pack('<dd', level, at), 'PX', ARGV[4])
return allowed and level or -1 - level
