-- Takes away the content of a message; its place, user and instant stay.
-- KEYS: seq, log, channel (as in append.lua); one hash tag
-- ARGV: seq of the message, text for the channel
-- Reply: the message as it is now, JSON; nil when it is not kept.
local place = tonumber(ARGV[1]) - tonumber(redis.call('GET', KEYS[1]) or '0') - 1
local text = place < 0 and redis.call('LINDEX', KEYS[2], place)
if not text then
  return false
end
local timestamp, seq = string.match(text, '"timestamp":(%d+),"seq":(%d+)}$')
if tonumber(seq) ~= tonumber(ARGV[1]) then
  return false
end
local message = cjson.decode(text)
if message.deleted then
  return text
end
-- Other scripts rely on the members at the end.
local emptied = '{"user":' .. cjson.encode(message.user) .. ',"room":' .. cjson.encode(message.room)
  .. ',"content":"","deleted":true,"timestamp":' .. timestamp .. ',"seq":' .. seq .. '}'
redis.call('LSET', KEYS[2], place, emptied)
redis.call('SPUBLISH', KEYS[3], ARGV[2])
return emptied
