-- Stands before each script, after the constants of scripts.ts: the keys, and how they are read.
--
-- KEYS are the hash tag of one variant, such as "{dispatch-a}", and "{dispatch-a}:absent". Neither
-- exists: all keys are derived from the tag, so they live in one Cluster slot and every script is
-- indivisible; while that slot moves, Redis refuses every script (docs/adr/0024).
-- ARGV[1] is the instant and becomes `now`.
--
--   order:<id>          hash  OrderRecord of store/orders.ts, and firstBatch, estimateMs, byHand
--   table:<order>       JSON  score table of the order's last batch
--   driver:<id>         hash  Driver of store/drivers.ts
--   assignment:<id>     hash  Assignment of store/offers.ts
--   assignments:<order> set   assignment ids
--   pool, unmatched     zset  order -> instant from which a batch may take it
--   claims              zset  order -> end of the claim
--   delayed             zset  order -> end of the delay
--   offers              zset  assignment -> end of the offer
--   ends                zset  order -> its end, unless it is over or in the manual queue
--   waiting             zset  order that no driver has accepted -> when it was submitted
--   orders, in:<group>  zset  all orders, those of an OrderGroup; by id, all scores are 0
--   manual, over        zset  order -> since when
--   idle:<cell>         set   idle drivers, also silent ones
--   drivers             zset  all drivers -> instant of a report, renewed once an hour
--   driver_ids          zset  all drivers by id, all scores are 0
--   next_batch          hash  batch, new_orders, due_at: see rules/batching.ts
--   hub:<id>            hash  lat, lng
--   batch:<id>          hash  summary, body (JSON): see store/batches.ts
--   batches             zset  batch -> its number; batch_seq: the latest one
--   changed             sharded pub/sub channel: the subjects of `followed` that may have changed

local now = tonumber(ARGV[1])

local function key(kind, id)
  return KEYS[1] .. ':' .. kind .. (id and ':' .. id or '')
end

-- An instant as text; Lua alone would write 1.7e+12.
local function instant(at)
  return string.format('%.0f', at)
end

-- The fields of a hash by name; without any if there is none.
local function record(kind, id)
  local flat, fields = redis.call('HGETALL', key(kind, id)), {}
  for i = 1, #flat, 2 do
    fields[flat[i]] = flat[i + 1]
  end
  return fields
end

-- A reply that is a list; cjson alone would write an empty one as {}.
local function list(records)
  return #records == 0 and '[]' or cjson.encode(records)
end

-- A reply that only says what happened.
local function kind(word)
  return cjson.encode({ kind = word })
end

-- Tells the event streams of all replicas: `followed` of store/dispatch-store.ts.
local function publish(kind, id)
  redis.call('SPUBLISH', key('changed'), kind .. ':' .. id)
end

-- The next ids of a set that is sorted by id, read by a function that yields nil for what was lost.
local function page(set, after, limit, read)
  local found, from, ids = {}, after == '' and '-' or '(' .. after, nil
  repeat
    ids = redis.call('ZRANGEBYLEX', key(set), from, '+', 'LIMIT', 0, limit - #found)
    for _, id in ipairs(ids) do
      found[#found + 1] = read(id)
      from = '(' .. id
    end
  until #ids == 0 or #found == limit
  return list(found)
end
