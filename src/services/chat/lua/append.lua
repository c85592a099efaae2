-- Gives messages the next places of a room, keeps the last ones and publishes all.
-- KEYS: seq (string), log (list of JSON texts, oldest first), channel; one hash tag.
-- ARGV: how many to keep, then messages as JSON without seq and the closing brace.
-- Reply: seq of the last one.
local last = redis.call('INCRBY', KEYS[1], #ARGV - 1)
local texts = {}
for i = 2, #ARGV do
  texts[i - 1] = ARGV[i] .. ',"seq":' .. string.format('%d', last - #ARGV + i) .. '}'
  redis.call('RPUSH', KEYS[2], texts[i - 1])
end
redis.call('LTRIM', KEYS[2], -ARGV[1], -1)
-- JSON texts hold no raw line feed.
redis.call('SPUBLISH', KEYS[3], table.concat(texts, '\n'))
return last
