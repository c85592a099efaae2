-- Saves what a batch was matched from, and deletes what is older than the newest, a portion at most.
-- ARGV[2…]: batch, summary (JSON), body (JSON), how many to keep
-- Reply: null
local batch, summary, body, keep = unpack(ARGV, 2)
redis.call('HSET', key('batch', batch), 'summary', summary, 'body', body)
redis.call('ZADD', key('batches'), redis.call('INCR', key('batch_seq')), batch)
local surplus = math.min(redis.call('ZCARD', key('batches')) - keep, PORTION)
if surplus > 0 then
  for _, old in ipairs(redis.call('ZRANGE', key('batches'), 0, surplus - 1)) do
    redis.call('DEL', key('batch', old))
    redis.call('ZREM', key('batches'), old)
  end
end
return 'null'
