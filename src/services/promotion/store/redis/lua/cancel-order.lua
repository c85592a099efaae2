-- Gives back the uses of an order that have not lapsed, once.
-- KEYS: those of the hash tag. ARGV: order, now.
-- Reply: JSON {terms, returned = [index of a candidate, …]}; nil when the order is not known.
local hash, now = key('order', ARGV[1]), tonumber(ARGV[2])

-- Gives back a use that was counted at `at`, unless it has lapsed.
local function give_back(holder, incarnation, at)
  local count, lapses_at, since = counter(holder, incarnation, now)
  if count == 0 or since > at then
    return false
  elseif count == 1 then
    write('HDEL', holder, incarnation)
  else
    put(holder, incarnation, count - 1, lapses_at, since)
  end
  return true
end

local function give_code_back(code, incarnation)
  local found = code and find_code(code)
  if not found or found.incarnation ~= incarnation or found.uses == 0 then
    return false
  end
  write('HINCRBY', key('code', code), 'uses', -1)
  return true
end

local fields = redis.call('HMGET', hash, 'terms', 'at', 'taken', 'returned')
if not fields[1] or now - tonumber(fields[2]) >= ORDER_LIFETIME_MS then
  return false
end
local at, returned = tonumber(fields[2]), fields[4]
if not returned then
  local taken = fields[3] and cjson.decode(fields[3]) or { uses = {} }
  local candidates = {}
  for _, use in ipairs(taken.uses) do
    local incarnation = use.incarnation
    local of_user = give_back(key('u', taken.userId), incarnation, at)
    local of_device = give_back(key('d', taken.device), incarnation, at)
    local of_all = give_back(key('g'), incarnation, at)
    local of_code = give_code_back(use.code, incarnation)
    -- Any of the counters suffices: others may have expired.
    if of_user or of_device or of_all or of_code then
      candidates[#candidates + 1] = use.candidate
    end
  end
  returned = json_list(candidates)
  write('HDEL', hash, 'taken')
  write('HSET', hash, 'returned', returned, 'at', string.format('%.0f', math.max(at, now)))
  write('PEXPIRE', hash, ORDER_LIFETIME_MS)
  write_all()
end
return '{"terms":' .. cjson.encode(fields[1]) .. ',"returned":' .. returned .. '}'
