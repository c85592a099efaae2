-- Gives messages the next numbers of a room, keeps the last messages and publishes all of them. Those
-- of users who are banned are left out.
-- While a room is busy more are kept, for replicas whose connection broke.
-- KEYS: seq (string), log (list of JSON texts, oldest first), channel (never a key), bans (as in
--   kick.lua; left out when bans do not matter); one hash tag.
--   Since the channel is not a key, nothing is appended while the slot moves, when those who publish
--   and those who subscribe may be at different nodes (docs/adr/0024).
-- ARGV: messages as JSON without seq and the closing brace.
-- Reply: seq of the last message, and how many were left out.
local messages = ARGV
if KEYS[4] and redis.call('EXISTS', KEYS[4]) == 1 then
  messages = {}
  for i = 1, #ARGV do
    local message = cjson.decode(ARGV[i] .. '}')
    local ban = redis.call('ZSCORE', KEYS[4], message.user)
    if not ban or message.timestamp >= tonumber(ban) then
      messages[#messages + 1] = ARGV[i]
    end
  end
end
local left_out = #ARGV - #messages
if #messages == 0 then
  return { tonumber(redis.call('GET', KEYS[1]) or '0'), left_out }
end
local last = redis.call('INCRBY', KEYS[1], #messages)
local texts, length = {}, 0
for i = 1, #messages do
  texts[i] = messages[i] .. ',"seq":' .. string.format('%d', last - #messages + i) .. '}'
  length = redis.call('RPUSH', KEYS[2], texts[i])
end
if length > HISTORY_LIMIT then
  local beyond = redis.call('LINDEX', KEYS[2], -HISTORY_LIMIT - 1)
  local at = tonumber(string.match(beyond, '"timestamp":(%d+),"seq":%d+}$')) or 0
  local now = tonumber(string.match(messages[#messages], '"timestamp":(%d+)$'))
  redis.call('LTRIM', KEYS[2], now - at < BUSY_MS and -BUSY_LIMIT or -HISTORY_LIMIT, -1)
end
-- JSON texts hold no raw line feed.
redis.call('SPUBLISH', KEYS[3], table.concat(texts, '\n'))
return { last, left_out }
