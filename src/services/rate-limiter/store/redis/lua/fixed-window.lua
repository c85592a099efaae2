-- KEYS: window ("<start> <count>")   ARGV: limit, start of the present window, lifetime of the key (ms)
-- Reply: {1 when allowed, else 0; count; start of the window that counts}
-- Starts have 13 digits, so they compare as numbers do.
local start, count = ARGV[2], 0
local window = redis.call('GET', KEYS[1])
if window then
  local before = string.sub(window, 1, 13)
  if before >= start then
    start, count = before, tonumber(string.sub(window, 15))
  end
end
local allowed = 0
if count < tonumber(ARGV[1]) then
  allowed, count = 1, count + 1
  redis.call('SET', KEYS[1], start .. ' ' .. count, 'PX', ARGV[3])
end
return { allowed, count, start }
