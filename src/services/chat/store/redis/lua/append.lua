-- Gives messages the next numbers of a room, keeps the last messages and publishes all of them.
-- While a room is busy more are kept, for replicas whose connection broke.
-- KEYS: seq (string), log (list of JSON texts, oldest first), channel (never a key); one hash tag.
--   Since the channel is no key, nothing is appended while the slot moves, when those who publish
--   and those who subscribe may be at different nodes (docs/adr/0024).
-- ARGV: messages as JSON without seq and the closing brace.
-- Reply: seq of the last message.
local last = redis.call('INCRBY', KEYS[1], #ARGV)
local texts, length = {}, 0
for i = 1, #ARGV do
  texts[i] = ARGV[i] .. ',"seq":' .. string.format('%d', last - #ARGV + i) .. '}'
  length = redis.call('RPUSH', KEYS[2], texts[i])
end
if length > HISTORY_LIMIT then
  local beyond = redis.call('LINDEX', KEYS[2], -HISTORY_LIMIT - 1)
  local at = tonumber(string.match(beyond, '"timestamp":(%d+),"seq":%d+}$')) or 0
  local now = tonumber(string.match(ARGV[#ARGV], '"timestamp":(%d+)$'))
  redis.call('LTRIM', KEYS[2], now - at < BUSY_MS and -BUSY_LIMIT or -HISTORY_LIMIT, -1)
end
-- JSON texts hold no raw line feed.
redis.call('SPUBLISH', KEYS[3], table.concat(texts, '\n'))
return last
