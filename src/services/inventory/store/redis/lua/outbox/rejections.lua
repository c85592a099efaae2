-- Entries that the record has rejected, at most REJECTIONS_LIMIT.
-- KEYS: those of the shard.
-- Reply: JSON array of rejections.
local ids = redis.call('ZRANGE', key('rejected'), 0, REJECTIONS_LIMIT - 1)
if #ids == 0 then
  return '[]'
end
return '[' .. table.concat(redis.call('HMGET', key('rejections'), unpack(ids)), ',') .. ']'
