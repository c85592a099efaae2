-- Begins a write under a parent. The first caller starts the generation that ends with the hash.
-- KEYS: the parent's hash (g -> generation, cell -> entry).
-- ARGV: a generation that was never used, lifetime of a hash without entries (ms).
-- Reply: the generation.
if redis.call('HSETNX', KEYS[1], 'g', ARGV[1]) == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return ARGV[1]
end
return redis.call('HGET', KEYS[1], 'g')
