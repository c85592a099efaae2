-- Adds all of the codes to a pending batch, or none when one of them exists.
-- KEYS: those of the hash tag. ARGV: batch, then key and spelling of each code.
-- Reply: 'gone' when the batch is not pending, the index of a code that exists, from 0, or 'added'.
local batch = ARGV[1]
if not redis.call('ZSCORE', key('pending'), batch) then
  return 'gone'
end
for i = 2, #ARGV, 2 do
  if redis.call('EXISTS', key('code', ARGV[i])) == 1 then
    return i / 2 - 1
  end
end
for i = 2, #ARGV, 2 do
  redis.call('HSET', key('code', ARGV[i]), 'batch', batch, 'spelling', ARGV[i + 1], 'uses', 0)
  redis.call('ZADD', key('codes', batch), 0, ARGV[i])
end
return 'added'
