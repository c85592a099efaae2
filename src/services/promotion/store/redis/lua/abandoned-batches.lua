-- Batches that have been pending for longer than creating codes takes.
-- KEYS: those of the hash tag. ARGV: now.
-- Reply: array of batches.
local last = string.format('%.0f', tonumber(ARGV[1]) - BATCH_LIFETIME_MS)
return redis.call('ZRANGE', key('pending'), '-inf', last, 'BYSCORE')
