-- How much waits in the outbox.
-- KEYS[1]: shard.
-- Reply: {entries, instant of the oldest one, or ''}.
local outbox = key('outbox')
return { redis.call('ZCARD', outbox), redis.call('ZRANGE', outbox, 0, 0, 'WITHSCORES')[2] or '' }
