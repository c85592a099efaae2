-- KEYS: counter ("<end of its window> <count>")   ARGV: window, now
-- Reply: the count
local window, now = tonumber(ARGV[1]), tonumber(ARGV[2])
local till, count = string.match(redis.call('GET', KEYS[1]) or '0 0', '(%d+) (%d+)')
till, count = tonumber(till), tonumber(count) + 1
if now >= till then
  till, count = now + window, 1
end
redis.call('SET', KEYS[1], string.format('%.0f %d', till, count), 'PX', 2 * window + SLACK)
return count
