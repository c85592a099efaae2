-- KEYS: of each limit "<start of its window> <count>"
-- ARGV: take, peek or refund; cost; of each limit: the limit, start of the present window, lifetime of
--   the key (ms)
-- Reply: {1 when all have room for the cost, else 0; of each limit {count, start of the window}}
-- Starts have 13 digits, so they compare as numbers do.
local effect, cost = ARGV[1], tonumber(ARGV[2])

local windows, has_room = {}, 1
for i, key in ipairs(KEYS) do
  local window = { start = ARGV[3 * i + 1], count = 0 }
  local text = redis.call('GET', key)
  -- A clock that went back opens no window.
  if text and string.sub(text, 1, 13) >= window.start then
    window.start, window.count = string.sub(text, 1, 13), tonumber(string.sub(text, 15))
  end
  if effect == 'refund' and window.count > 0 then
    window.count = math.max(0, window.count - cost)
    window.changed = true
  end
  if window.count + cost > tonumber(ARGV[3 * i]) then
    has_room = 0
  end
  windows[i] = window
end

local taken = effect == 'take' and has_room == 1
local reply = {}
for i, window in ipairs(windows) do
  if taken then
    window.count, window.changed = window.count + cost, true
  end
  if window.changed and window.count == 0 then
    redis.call('DEL', KEYS[i])
  elseif window.changed then
    redis.call('SET', KEYS[i], window.start .. ' ' .. window.count, 'PX', ARGV[3 * i + 2])
  end
  reply[i] = { window.count, window.start }
end
return { has_room, reply }
