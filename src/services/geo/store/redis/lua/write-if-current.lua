-- Writes the entry of a cell, if the parent was not invalidated since its generation was read.
-- KEYS: the parent's hash (g -> generation, cell -> entry).
-- ARGV: generation, cell, entry (JSON), lifetime (ms).
-- Reply: 1 written, 0 not.
if redis.call('HGET', KEYS[1], 'g') ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4], 'GT')
return 1
