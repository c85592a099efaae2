-- The oldest outbox entries that nobody has claimed, or whose claim has lapsed, at most CLAIM_LIMIT.
-- KEYS[1]: shard. ARGV: now.
-- Reply: entries as JSON.
local now = tonumber(ARGV[1])
local taken, from = {}, 0
while #taken < CLAIM_LIMIT do
  local ids = redis.call('ZRANGE', key('outbox'), from, from + CLAIM_LIMIT - 1)
  if #ids == 0 then
    break
  end
  from = from + #ids
  local ends = redis.call('ZMSCORE', key('claims'), unpack(ids))
  for i, id in ipairs(ids) do
    if #taken < CLAIM_LIMIT and (not ends[i] or tonumber(ends[i]) <= now) then
      taken[#taken + 1] = id
      redis.call('ZADD', key('claims'), now + CLAIM_MS, id)
    end
  end
end
return #taken > 0 and redis.call('HMGET', key('entries'), unpack(taken)) or {}
