-- Removes a room whose latest message is older than an instant.
-- KEYS: seq, log; one hash tag. ARGV: the instant (ms)
-- Reply: 1 when nothing of the room is left, else 0.
local latest = redis.call('LINDEX', KEYS[2], -1)
-- The members that append.lua writes last: the text before them may be long.
local at = latest and tonumber(string.match(latest, '"timestamp":(%d+),"seq":%d+}$'))
if latest and not (at and at < tonumber(ARGV[1])) then
  return 0
end
redis.call('UNLINK', KEYS[1], KEYS[2]) -- freed beside the commands: it may be long
return 1
