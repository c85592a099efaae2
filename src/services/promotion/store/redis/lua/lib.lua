-- Shared by the scripts of the promotion engine; loaded in front of each.
--
-- KEYS are the hash tag, such as "{promo}", and "{promo}:absent". Neither exists: all keys are
-- derived from the tag, so they live in one Cluster slot and every script is indivisible
-- (docs/adr/0010); while that slot moves, Redis refuses every script (docs/adr/0024).
--
--   u:<user>       hash  incarnation of a rule -> "<count> <instant it lapses, 0 = never> <first use>"
--   d:<device>     hash  the same
--   g              hash  the same, of all users
--   order:<order>  hash  fingerprint, terms, verdicts (members of a JSON object), taken (JSON, absent
--                        without uses), returned (JSON array, once it is cancelled), at
--   code:<key>     hash  batch, spelling, uses, ended (only when it is)
--   batch:<batch>  hash  promo, incarnation, limit (uses of each code), since (while it is pending)
--   codes:<batch>  sorted set  keys of its codes, by themselves
--   batches:<incarnation>  sorted set  batches of a rule, by themselves
--   pending        sorted set  batch -> instant it began
--
-- Constants: DEVICE_LIMIT, DEVICE_WINDOW_MS, ORDER_LIFETIME_MS, BATCH_LIFETIME_MS, CODE_PORTION.

local function key(kind, id)
  return KEYS[1] .. ':' .. kind .. (id and ':' .. id or '')
end

-- The writes of a step. Redis takes nothing back when a script fails, so a step only collects its
-- changes. They are written when nothing in it can fail after that.
local writes = {}

local function write(...)
  writes[#writes + 1] = { ... }
end

local function write_all()
  for _, command in ipairs(writes) do
    redis.call(unpack(command))
  end
  writes = {}
end

local function json_list(values)
  return #values == 0 and '[]' or cjson.encode(values)
end

-- Finds the outcome of an order: JSON {kind = 'repeated', verdicts, codes, terms}, {kind =
-- 'mismatch'}, {kind = 'cancelled'}, or nil.
local function find_order(id, fingerprint, now)
  local fields = redis.call('HMGET', key('order', id), 'fingerprint', 'terms', 'verdicts', 'at', 'returned')
  if not fields[1] or now - tonumber(fields[4]) >= ORDER_LIFETIME_MS then
    return nil
  elseif fields[5] then
    return '{"kind":"cancelled"}'
  elseif fields[1] ~= fingerprint then
    return '{"kind":"mismatch"}'
  end
  return '{"kind":"repeated",' .. fields[3] .. ',"terms":' .. cjson.encode(fields[2]) .. '}'
end

-- The counter as it is now: count, the instant it lapses, and its first use.
local function counter(hash, incarnation, now)
  local text = redis.call('HGET', hash, incarnation)
  if not text then
    return 0, nil, now
  end
  local count, lapses_at, since = string.match(text, '^(%d+) (%d+) (%d+)$')
  if not count then
    error('the counter ' .. incarnation .. ' in ' .. hash .. ' cannot be read: ' .. text)
  end
  if lapses_at ~= '0' and tonumber(lapses_at) <= now then
    return 0, nil, now
  end
  return tonumber(count), tonumber(lapses_at), tonumber(since)
end

local function put(hash, incarnation, count, lapses_at, since)
  write('HSET', hash, incarnation, string.format('%.0f %.0f %.0f', count, lapses_at, since))
end

-- A code with its batch, or nil: {spelling, promo, incarnation, limit, uses, ended, batch}.
local function find_code(code)
  local fields = redis.call('HMGET', key('code', code), 'batch', 'spelling', 'uses', 'ended')
  if not fields[1] then
    return nil
  end
  local batch = redis.call('HMGET', key('batch', fields[1]), 'promo', 'incarnation', 'limit', 'since')
  if batch[4] then
    return nil
  end
  return {
    batch = fields[1],
    spelling = fields[2],
    promo = batch[1],
    incarnation = batch[2],
    limit = tonumber(batch[3]),
    uses = tonumber(fields[3]),
    ended = fields[4] and true or false,
  }
end

local function code_json(code)
  return cjson.encode({
    spelling = code.spelling,
    promoId = code.promo,
    incarnation = code.incarnation,
    usesPerCode = code.limit,
    uses = code.uses,
    ended = code.ended,
  })
end

-- Removes up to CODE_PORTION codes of a batch, and the batch itself with the last; true when more is
-- left.
local function remove_codes(batch)
  local codes = redis.call('ZRANGE', key('codes', batch), 0, CODE_PORTION - 1)
  for _, code in ipairs(codes) do
    write('DEL', key('code', code))
    write('ZREM', key('codes', batch), code)
  end
  local is_more = #codes == CODE_PORTION
  if not is_more then
    local incarnation = redis.call('HGET', key('batch', batch), 'incarnation')
    write('ZREM', key('batches', incarnation), batch)
    write('ZREM', key('pending'), batch)
    write('DEL', key('batch', batch))
  end
  write_all()
  return is_more
end
