-- Shared by all scripts of the flash sale, as stock.lua and room.lua are, which follow; loaded in front
-- of each, after the constants of ../../scripts.ts and kit/base/sliding-window.lua.
--
-- KEYS are the hash tag of the sale, such as "{fs}", and "{fs}:absent". Neither exists: all keys
-- are derived from the tag, so they live in one Cluster slot and every script is indivisible
-- (docs/adr/0006); while that slot moves, Redis refuses every script (docs/adr/0024).
-- A script is not rolled back, so each reads and decodes all that it needs before its first write.
-- ARGV[1] is the argument as JSON, `a` below. Every script replies JSON: the outcome as the port
-- names it. Stored JSON has the names of the port, too.
--
--   product:<id>     hash   flow, generation, loaded, released, held, confirmed, slots (JSON),
--                           vouchers_left, opened_at, last_joined_at, last_return_at,
--                           return_interval, joined, passed_premium, passed_regular (rank scores
--                           of the last who was passed over), n (buckets), b0 … b<n-1> (units available),
--                           promoting (seed that the promotion under way began with, or the emptying
--                           of a closed sale's room), expired,
--                           and where they are used: rules (JSON SaleRules of store/ledger.ts), mode
--   reservation:<id> string JSON {status, orderId, productId, generation, userId, qty, bucket},
--                           and expiresAt of a hold that lapses
--   holds            zset   reservations whose hold lapses, by that instant
--   lapsing:<product>\n<user> zset the same of one user, where there is a purchase limit
--   open:<user>      zset   reservations of the user whose hold lapses, by that instant
--   owned:<product>  hash   user -> units held or confirmed, where there is a purchase limit
--   room:<product>   zset   user -> class * 2^52 + sequence (class 0 premium, 1 regular)
--   waiters:<product> hash  user -> JSON {qty, bucket, group, entered_ns}
--   units:<product>  hash   block of BLOCK rank scores -> units that those in it want
--   waits:<user>     set    products that the user waits for
--   promoted:<user>  hash   product -> JSON promotion
--   promotion:<seed> list   JSON promotions, from the second slice on
--   promoting        set    products whose promotion, or whose closing, is not over
--   result:<key>     string JSON {at, original}, and of one that runs {holder, counted}
--   window:<device>  string instants of up to 20 requests, newest first, 13 digits each
--   unloaded         zset   products that never had stock, by the instant of the last newcomer
--   loaded           zset   products with stock, by the instant of the last load, negative
--   slots            zset   checkouts that hold a slot of the pool, by the end of their lifetime
--   members          set    premium users
--   changed                 sharded pub/sub channel: JSON SaleChange of store/flash-sale-store.ts
--   vouchers:<product> set  holders
--   and those of the lottery: see lottery/lua/lib.lua

local REGULAR = 2 ^ 52
-- Rank scores before those of anybody in a class.
local NOBODY = { premium = '0', regular = string.format('%.0f', REGULAR) }
local a = cjson.decode(ARGV[1])

local function key(kind, id)
  return KEYS[1] .. ':' .. kind .. (id and ':' .. id or '')
end

-- A reply with lists: cjson writes an empty one as {}. None of our objects is empty, and the name
-- before the colon cannot be the end of a text, whose quotes are escaped.
local function json(reply)
  return (string.gsub(cjson.encode(reply), '(%a)":{}', '%1":[]'))
end

-- Reads what pcall caught: an error of Redis, or of Lua.
local function reason_of(failure)
  return type(failure) == 'table' and failure.err or failure
end

-- An instant as the 13 digits that rate windows compare.
local function instant(now)
  return string.format('%013.0f', now)
end

-- Rate windows ------------------------------------------------------------------------------

-- The window of a device as it is now: see kit/base/sliding-window.lua.
local function requests_of(device, now)
  local stored = redis.call('GET', key('window', device)) or ''
  return window_of(stored, RATE_LIMIT, instant(now - RATE_WINDOW_MS))
end

local function has_room(requests)
  return window_room(requests, RATE_LIMIT) > 0
end

local function save_window(device, requests)
  redis.call('SET', key('window', device), requests, 'PX', 2 * RATE_WINDOW_MS)
end

-- Returns the instant that it recorded: a device's clock does not go back.
local function record(device, requests, now)
  local recorded = window_record(requests, instant(now))
  save_window(device, recorded)
  return string.sub(recorded, 1, WIDTH)
end

-- Idempotency keys --------------------------------------------------------------------------

local function saved_result(idempotency_key)
  local saved = redis.call('GET', key('result', idempotency_key))
  return saved and cjson.decode(saved)
end

-- The result of the key, or nil when the key may be used (again). The instant decides; that the key
-- expires is housekeeping.
local function result_of(idempotency_key, now)
  local saved = saved_result(idempotency_key)
  if saved and now - saved.at < (saved.original.kind == 'running' and LOCK_MS or RESULT_MS) then
    return saved.original
  end
end

local function save_result(idempotency_key, result)
  redis.call('SET', key('result', idempotency_key), cjson.encode(result), 'PX', RESULT_MS)
end
