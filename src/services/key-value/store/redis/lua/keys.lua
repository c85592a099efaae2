-- The keys alone: a portion of values may be a hundred megabytes.
-- KEYS: entries   ARGV: cursor
-- Reply: {next cursor ('0' after the last), keys}
local reply = redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', 64)
local keys = {}
for i = 1, #reply[2], 2 do
  keys[#keys + 1] = reply[2][i]
end
return { reply[1], keys }
