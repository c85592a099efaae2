-- Gives messages the next numbers of a room, keeps the last messages and publishes all of them.
-- KEYS: seq (string), log (list of JSON texts, oldest first), channel; one hash tag.
-- ARGV: messages as JSON without seq and the closing brace.
-- Reply: seq of the last message.
local last = redis.call('INCRBY', KEYS[1], #ARGV)
local texts = {}
for i = 1, #ARGV do
  texts[i] = ARGV[i] .. ',"seq":' .. string.format('%d', last - #ARGV + i) .. '}'
  redis.call('RPUSH', KEYS[2], texts[i])
end
redis.call('LTRIM', KEYS[2], -HISTORY_LIMIT, -1)
-- JSON texts hold no raw line feed.
redis.call('SPUBLISH', KEYS[3], table.concat(texts, '\n'))
return last
