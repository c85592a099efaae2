-- Revokes a grant of a reference, unless an adjustment has used the reference: see adjust.ts.
-- KEYS: those of the hub's shard. ARGV: reference, grant, now.
-- Reply: 'used' or 'revoked'.
if find_adjustment(ARGV[1], tonumber(ARGV[3])) then
  return 'used'
end
redis.call('SET', key('revoked', ARGV[2]), 1, 'PX', KEEP_MS)
return 'revoked'
