-- KEYS: counter ("<end of its window> <count>")
-- ARGV: now, end of a new window, lifetime of the key (ms)
-- Reply: the count
-- Instants have 13 digits, so they compare as numbers do.
local counter = redis.call('GET', KEYS[1]) or ''
local till, count = string.sub(counter, 1, 13), tonumber(string.sub(counter, 15))
if till <= ARGV[1] then
  till, count = ARGV[2], 0
end
redis.call('SET', KEYS[1], till .. ' ' .. count + 1, 'PX', ARGV[3])
return count + 1
