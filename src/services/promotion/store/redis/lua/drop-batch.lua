-- Removes a portion of a pending batch.
-- KEYS: those of the hash tag. ARGV: batch.
-- Reply: 1 when more is left, else 0.
local batch = ARGV[1]
if not redis.call('ZSCORE', key('pending'), batch) then
  return 0
end
return remove_codes(batch) and 1 or 0
