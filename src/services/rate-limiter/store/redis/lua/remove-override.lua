-- KEYS: policies (hash), changes (stream), overrides of the policy (hash), number of all overrides
-- ARGV: name, changes to keep, key
-- Reply: removed, unknown override or unknown policy
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return 'unknown policy'
end
if redis.call('HDEL', KEYS[3], ARGV[3]) == 0 then
  return 'unknown override'
end
redis.call('DECR', KEYS[4])
redis.call('XADD', KEYS[2], 'MAXLEN', ARGV[2], '*', 'kind', 'override', 'name', ARGV[1], 'key', ARGV[3])
return 'removed'
