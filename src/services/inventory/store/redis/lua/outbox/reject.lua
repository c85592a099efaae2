-- Counts a failure of an entry that the record rejects, and puts it off.
-- KEYS: those of the shard. ARGV: entry, reason, now.
-- Reply: nil.
local id, now = ARGV[1], tonumber(ARGV[3])
local text = redis.call('HGET', key('entries'), id)
if not text then
  return -- another replica has recorded it
end
local entry = cjson.decode(text)
local earlier = redis.call('HGET', key('rejections'), id)
local failures = (earlier and cjson.decode(earlier).failures or 0) + 1
local retry_at = now + math.min(RETRY_MS * 2 ^ (failures - 1), MAX_RETRY_MS)
local rejection = {
  entryId = id, hubId = entry.hubId, failures = failures, reason = ARGV[2], retryAt = retry_at,
}
write('HSET', key('rejections'), id, cjson.encode(rejection))
write('ZADD', key('rejected'), entry.at, id)
write('ZADD', key('claimable'), retry_at, id)
commit()
