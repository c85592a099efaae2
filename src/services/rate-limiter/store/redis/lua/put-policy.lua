-- KEYS: policies (hash), changes (stream)   ARGV: name, policy (JSON), most policies, changes to keep
-- Reply: put or too many
local isNew = redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0
if isNew and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then
  return 'too many'
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('XADD', KEYS[2], 'MAXLEN', ARGV[4], '*', 'kind', 'policy', 'name', ARGV[1], 'key', '')
return 'put'
