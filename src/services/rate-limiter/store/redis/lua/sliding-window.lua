-- KEYS: of each limit its points, newest first: the instant (13 digits) and the total of units counted
--   until then (7 digits, 0000000 follows 9999999). The last one counts nothing: it tells the total
--   before the others. Up to MAX_TEXT points stand in a string; more in a list, of which a step touches
--   little but the ends.
-- ARGV: take, peek or refund; cost; now (instant); of each limit: the limit, a window before now
--   (instant), lifetime of the key (ms), slice (ms)
-- Reply: {1 when all have room for the cost, else 0; of each limit {units used; the newest instant;
--   the instant of the point that must leave for the cost to have room}}; '' for no instant
-- Instants compare as numbers do. Code that most steps do not need is not made into a function: Lua
-- makes each function again at each call.
local WIDTH, WRAP = 20, 10000000
local effect, cost, now = ARGV[1], tonumber(ARGV[2]), ARGV[3]

local function at(log, index)
  if log.text then
    return string.sub(log.text, index * WIDTH - 19, index * WIDTH - 7)
  end
  return string.sub(redis.call('LINDEX', log.key, index - 1), 1, 13)
end

local function total(log, index)
  if log.text then
    return tonumber(string.sub(log.text, index * WIDTH - 6, index * WIDTH))
  end
  return tonumber(string.sub(redis.call('LINDEX', log.key, index - 1), 14))
end

-- The oldest point for which the condition holds, as it does for those that are newer; 0 for none.
local function oldest(points, holds)
  local low, high = 0, points
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if holds(middle) then
      low = middle
    else
      high = middle - 1
    end
  end
  return low
end

-- The oldest point by which that many units of the window were counted.
local function oldest_with(log, units)
  return oldest(log.inside, function(index)
    return (total(log, index) - log.base) % WRAP >= units
  end)
end

-- Finds the points in the window, and counts their units.
local function look(log, past)
  local count = log.count - 1
  -- Most often all are inside, or all but one.
  if count > 0 and at(log, count) <= past then
    count = count - 1
    if count > 0 and at(log, count) <= past then
      count = oldest(count - 1, function(index)
        return at(log, index) > past
      end)
    end
  end
  if count > 0 then
    log.inside, log.base, log.newest = count, total(log, count + 1), at(log, 1)
    log.used = (total(log, 1) - log.base) % WRAP
  end
end

-- Replaces the newest points by one, or adds one if 0 are replaced, and drops those before the
-- window.
local function put(log, instant, replaced)
  local point = instant .. string.format('%07d', (log.base + log.used) % WRAP)
  if log.text then
    local text = point .. string.sub(log.text, replaced * WIDTH + 1, (log.inside + 1) * WIDTH)
    log.text = text
    if #text <= MAX_TEXT * WIDTH then
      redis.call('SET', log.key, text, 'PX', log.lifetime)
      return
    end
    redis.call('DEL', log.key)
    for first = 1, #text, 1000 * WIDTH do
      local points = {}
      for start = first, math.min(first + 1000 * WIDTH, #text) - 1, WIDTH do
        points[#points + 1] = string.sub(text, start, start + WIDTH - 1)
      end
      redis.call('RPUSH', log.key, unpack(points))
    end
  elseif replaced > 0 then
    redis.call('LTRIM', log.key, replaced - 1, log.inside)
    redis.call('LSET', log.key, 0, point)
  else
    redis.call('LPUSH', log.key, point)
    redis.call('LTRIM', log.key, 0, log.inside + 1)
  end
  redis.call('PEXPIRE', log.key, log.lifetime)
end

local function take(log)
  log.used = log.used + cost
  if log.inside == 0 then
    log.text = string.rep('0', WIDTH)
  elseif now <= log.newest then
    -- The second one in a millisecond; or the clock went back, and the points stay in order.
    put(log, log.newest, 1)
    return
  elseif log.inside == MAX_POINTS then
    -- The newest point of each slice stays; its total includes those of the others.
    local points = log.text or table.concat(redis.call('LRANGE', log.key, 0, log.inside))
    local kept, last = {}, nil
    for start = 1, log.inside * WIDTH, WIDTH do
      local slice = math.floor(tonumber(string.sub(points, start, start + 12)) / log.slice)
      if slice ~= last then
        kept[#kept + 1] = string.sub(points, start, start + WIDTH - 1)
      end
      last = slice
    end
    kept[#kept + 1] = string.sub(points, log.inside * WIDTH + 1, (log.inside + 1) * WIDTH)
    log.text, log.inside = table.concat(kept), #kept - 1
  end
  log.newest = now
  put(log, now, 0)
end

local function give_back(log)
  if log.used > cost then
    log.used = log.used - cost
    local last = oldest_with(log, log.used)
    log.newest = at(log, last)
    put(log, log.newest, last)
    log.inside = log.inside - last + 1
  elseif log.used > 0 then
    redis.call('DEL', log.key)
    log.used, log.inside, log.newest = 0, 0, ''
  end
end

local logs, has_room = {}, 1
for i = 1, #KEYS do
  local log = {
    key = KEYS[i],
    text = false,
    count = 0,
    inside = 0,
    base = 0,
    used = 0,
    newest = '',
    limit = tonumber(ARGV[4 * i]),
    lifetime = ARGV[4 * i + 2],
    slice = ARGV[4 * i + 3],
  }
  -- It fails where the points stand in a list.
  local text = redis.pcall('GET', log.key)
  if type(text) == 'table' then
    log.count = redis.call('LLEN', log.key)
  elseif text then
    log.text, log.count = text, #text / WIDTH
  end
  look(log, ARGV[4 * i + 1])
  if effect == 'refund' then
    give_back(log)
  end
  if log.used + cost > log.limit then
    has_room = 0
  end
  logs[i] = log
end

local reply = {}
for i = 1, #logs do
  local log, leaving = logs[i], ''
  if has_room == 1 then
    if effect == 'take' then
      take(log)
    end
  elseif cost <= log.limit and log.used + cost > log.limit then
    leaving = at(log, oldest_with(log, log.used + cost - log.limit))
  end
  reply[i] = { log.used, log.newest, leaving }
end
return { has_room, reply }
