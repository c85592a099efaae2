-- KEYS: bucket ("<tokens times window> <at>")   ARGV: limit, window, now
-- Reply: "<1 when allowed, else 0> <tokens times window>"
local limit, window, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local full = limit * window
local level, at = string.match(redis.call('GET', KEYS[1]) or '', '(%d+) (%d+)')
level, at = tonumber(level or full), tonumber(at or now)
level = math.min(full, level + math.max(0, now - at) * limit)
local allowed = level >= window
if allowed then
  level = level - window
end
redis.call('SET', KEYS[1], string.format('%.0f %.0f', level, math.max(at, now)), 'PX', 2 * window + SLACK)
return string.format('%d %.0f', allowed and 1 or 0, level)
