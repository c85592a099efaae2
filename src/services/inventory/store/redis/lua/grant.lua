-- Grants a reference to an adjustment, unless it is granted to another one: see adjust.ts.
-- KEYS: those of the reference's shard. ARGV: reference, body and hub of the adjustment, a fresh grant,
-- a grant that was revoked (or '').
-- Reply: JSON {kind = 'granted' or 'taken', grant, hubId}.
local reference_key = key('reference', ARGV[1])
local text = redis.call('GET', reference_key)
local holder = text and cjson.decode(text)
if not holder or holder.grant == ARGV[5] then
  holder = { grant = ARGV[4], body = ARGV[2], hub = ARGV[3] }
  redis.call('SET', reference_key, cjson.encode(holder), 'PX', KEEP_MS)
elseif holder.body ~= ARGV[2] then
  return cjson.encode({ kind = 'taken', grant = holder.grant, hubId = holder.hub })
else
  redis.call('PEXPIRE', reference_key, KEEP_MS)
end
return cjson.encode({ kind = 'granted', grant = holder.grant, hubId = holder.hub })
