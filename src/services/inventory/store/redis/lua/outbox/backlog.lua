-- How much waits in the outbox.
-- KEYS: those of the shard.
-- Reply: JSON {entries, oldestAt (absent when there are none), rejected}.
local outbox = key('outbox')
local oldest = redis.call('ZRANGE', outbox, 0, 0, 'WITHSCORES')[2]
return cjson.encode({
  entries = redis.call('ZCARD', outbox), oldestAt = tonumber(oldest),
  rejected = redis.call('ZCARD', key('rejected')),
})
