-- From now on the codes of a batch may be used.
-- KEYS: those of the hash tag. ARGV: batch.
-- Reply: 1, or 0 when it is not pending.
local batch = ARGV[1]
if redis.call('ZREM', key('pending'), batch) == 0 then
  return 0
end
redis.call('HDEL', key('batch', batch), 'since')
return 1
