-- Reservations of a shard that can be confirmed, those that end first.
-- KEYS: those of the shard. ARGV: now, how many at most.
-- Reply: JSON array of reservations, as they are stored.
local reply = {}
-- Those that ended are due as well: they will be forgotten.
local ids = redis.call('ZRANGEBYSCORE', key('due'), ARGV[1], '+inf', 'LIMIT', 0, HELD_SEARCH)
for _, id in ipairs(ids) do
  local text = redis.call('GET', key('reservation', id))
  if text and cjson.decode(text).status == 'held' then
    reply[#reply + 1] = text
    if #reply == tonumber(ARGV[2]) then
      break
    end
  end
end
return '[' .. table.concat(reply, ',') .. ']'
