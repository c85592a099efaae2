-- The oldest outbox entries that can be claimed, at most CLAIM_LIMIT. They are claimed for CLAIM_MS.
-- KEYS: those of the shard. ARGV: now.
-- Reply: JSON array of entries.
local claimable = key('claimable')
local ids = redis.call('ZRANGEBYSCORE', claimable, '-inf', ARGV[1], 'LIMIT', 0, CLAIM_LIMIT)
if #ids == 0 then
  return '[]'
end
local reply = '[' .. table.concat(redis.call('HMGET', key('entries'), unpack(ids)), ',') .. ']'
for _, id in ipairs(ids) do
  redis.call('ZADD', claimable, tonumber(ARGV[1]) + CLAIM_MS, id)
end
return reply
