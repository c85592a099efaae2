-- Shared by the scripts of the promotion engine; loaded in front of each.
--
-- KEYS are the hash tag, such as "{promo}", and "{promo}:absent". Neither exists: all keys are
-- derived from the tag, so they live in one Cluster slot and every script is indivisible
-- (docs/adr/0010); while that slot moves, Redis refuses every script (docs/adr/0024).
--
--   u:<user>       hash  incarnation of a rule -> "<count> <instant it lapses, 0 = never>"
--   d:<device>     hash  the same
--   g              hash  the same, of all users
--   order:<order>  hash  fingerprint, terms, verdicts (JSON array), at
--
-- Constants: DEVICE_LIMIT, DEVICE_WINDOW_MS, ORDER_LIFETIME_MS.

local function key(kind, id)
  return KEYS[1] .. ':' .. kind .. (id and ':' .. id or '')
end

-- What the order was given: JSON {kind = 'repeated', verdicts, terms}, {kind = 'mismatch'}, or nil.
local function find_order(id, fingerprint, now)
  local fields = redis.call('HMGET', key('order', id), 'fingerprint', 'terms', 'verdicts', 'at')
  if not fields[1] or now - tonumber(fields[4]) >= ORDER_LIFETIME_MS then
    return nil
  end
  if fields[1] ~= fingerprint then
    return '{"kind":"mismatch"}'
  end
  return '{"kind":"repeated","verdicts":' .. fields[3] .. ',"terms":' .. cjson.encode(fields[2]) .. '}'
end
