-- Begins a batch of codes, pending from now on.
-- KEYS: those of the hash tag. ARGV: batch, promotion, incarnation, uses of each code, now.
local batch, promo, incarnation, limit, now = unpack(ARGV)
redis.call('HSET', key('batch', batch), 'promo', promo, 'incarnation', incarnation, 'limit', limit,
  'since', now)
redis.call('ZADD', key('batches', incarnation), 0, batch)
redis.call('ZADD', key('pending'), now, batch)
