-- KEYS: policies (hash), changes (stream), overrides of the policy (hash), number of all overrides
-- ARGV: name, changes to keep, key, limits (JSON), most overrides
-- Reply: put, too many or unknown policy
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return 'unknown policy'
end
if redis.call('HEXISTS', KEYS[3], ARGV[3]) == 0 then
  if tonumber(redis.call('GET', KEYS[4]) or 0) >= tonumber(ARGV[5]) then
    return 'too many'
  end
  redis.call('INCR', KEYS[4])
end
redis.call('HSET', KEYS[3], ARGV[3], ARGV[4])
redis.call('XADD', KEYS[2], 'MAXLEN', ARGV[2], '*', 'kind', 'override', 'name', ARGV[1], 'key', ARGV[3])
return 'put'
