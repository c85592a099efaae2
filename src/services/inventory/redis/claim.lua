-- The oldest outbox entries that nobody has claimed, or whose claim has lapsed.
-- ARGV: now, end of the claim, how many at most. Reply: entries as JSON.
local now, wanted = tonumber(ARGV[1]), tonumber(ARGV[3])
local taken, from = {}, 0
while #taken < wanted do
  local ids = redis.call('ZRANGE', key('outbox'), from, from + wanted - 1)
  if #ids == 0 then
    break
  end
  from = from + #ids
  local ends = redis.call('ZMSCORE', key('claims'), unpack(ids))
  for i, id in ipairs(ids) do
    if #taken < wanted and (not ends[i] or tonumber(ends[i]) <= now) then
      taken[#taken + 1] = id
      redis.call('ZADD', key('claims'), ARGV[2], id)
    end
  end
end
return #taken > 0 and redis.call('HMGET', key('entries'), unpack(taken)) or {}
