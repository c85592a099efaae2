-- Removes a portion of the codes of a rule.
-- KEYS: those of the hash tag. ARGV: incarnation.
-- Reply: 1 when more is left, else 0.
local batch = redis.call('ZRANGE', key('batches', ARGV[1]), 0, 0)[1]
if not batch then
  return 0
end
remove_codes(batch)
return 1
