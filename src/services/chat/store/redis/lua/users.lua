-- Sets how many connections users have to a room on one replica; publishes the users who have come,
-- and those who have gone from all replicas. KEYS: connections (hash: user -> on all replicas),
-- names (zset: the same users, all scores 0), own (hash: user -> on this replica), channel (as in
-- append.lua); one hash tag ARGV: the room as JSON, then user, connections, user, connections, …
-- Reply: how many have come or gone.
local signals = {}
for i = 2, #ARGV, 2 do
  local user, now = ARGV[i], tonumber(ARGV[i + 1])
  local before = tonumber(redis.call('HGET', KEYS[3], user) or '0')
  if now ~= before then
    if now > 0 then
      redis.call('HSET', KEYS[3], user, now)
    else
      redis.call('HDEL', KEYS[3], user)
    end
    local all = redis.call('HINCRBY', KEYS[1], user, now - before)
    local type
    if all <= 0 then
      redis.call('HDEL', KEYS[1], user)
      redis.call('ZREM', KEYS[2], user)
      type = 'left'
    elseif all - now + before <= 0 then
      redis.call('ZADD', KEYS[2], 0, user)
      type = 'joined'
    end
    if type then
      signals[#signals + 1] = '{"event":{"type":"' .. type .. '","room":' .. ARGV[1]
        .. ',"user":' .. cjson.encode(user) .. '}}'
    end
  end
end
if #signals > 0 then
  redis.call('SPUBLISH', KEYS[4], '[' .. table.concat(signals, ',') .. ']')
end
return #signals
