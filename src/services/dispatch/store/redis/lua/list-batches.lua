-- Batches with a number under `before`, newest first.
-- ARGV[2…]: before, limit
-- Reply: a list of {seq, summary}
local before, limit = unpack(ARGV, 2)
local numbered = redis.call('ZREVRANGEBYSCORE', key('batches'), '(' .. before, '-inf', 'WITHSCORES',
  'LIMIT', 0, limit)
local found = {}
for i = 1, #numbered, 2 do
  local summary = redis.call('HGET', key('batch', numbered[i]), 'summary')
  if summary then
    found[#found + 1] = { seq = numbered[i + 1], summary = summary }
  end
end
return list(found)
