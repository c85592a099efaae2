-- KEYS: window ("<start> <count>")   ARGV: limit, start of the present window, lifetime of the key (ms)
-- Reply: {1 when allowed, else 0; start of the window that counts; count}
-- Starts have 13 digits, so they compare as numbers do.
local limit, own = tonumber(ARGV[1]), ARGV[2]
local window = redis.call('GET', KEYS[1]) or ''
local start, count = string.sub(window, 1, 13), tonumber(string.sub(window, 15))
if start < own then
  start, count = own, 0
end
local allowed = count < limit
if allowed then
  count = count + 1
  redis.call('SET', KEYS[1], start .. ' ' .. count, 'PX', ARGV[3])
end
return { allowed and 1 or 0, tonumber(start), count }
