-- KEYS: policies (hash), changes (stream), overrides of the policy (hash), number of all overrides
-- ARGV: name, changes to keep
-- Reply: 1, or 0 when there is none
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then
  return 0
end
redis.call('DECRBY', KEYS[4], redis.call('HLEN', KEYS[3]))
redis.call('UNLINK', KEYS[3])
redis.call('XADD', KEYS[2], 'MAXLEN', ARGV[2], '*', 'kind', 'removed', 'name', ARGV[1], 'key', '')
return 1
