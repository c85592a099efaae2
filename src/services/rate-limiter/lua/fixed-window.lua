-- KEYS: window ("<start> <count>")   ARGV: limit, window, now
-- Reply: "<1 when allowed, else 0> <start of the window> <count>"
local limit, window, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local start, count = string.match(redis.call('GET', KEYS[1]) or '0 0', '(%d+) (%d+)')
start, count = tonumber(start), tonumber(count)
local own = math.floor(now / window) * window
if start < own then
  start, count = own, 0
end
local allowed = count < limit
if allowed then
  count = count + 1
  redis.call('SET', KEYS[1], string.format('%.0f %d', start, count), 'PX', 2 * window + SLACK)
end
return (allowed and 1 or 0) .. ' ' .. start .. ' ' .. count
