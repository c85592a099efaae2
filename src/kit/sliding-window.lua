-- An exact sliding window in a string: the instants of a key's last requests, newest first,
-- 13 digits each (milliseconds). The same rules as sliding-window.ts.

local WIDTH = 13

local function window_instant(instants, place)
  return tonumber(string.sub(instants, (place - 1) * WIDTH + 1, place * WIDTH))
end

-- How many of the last `limit` requests lie in the window: they come first.
local function window_count(instants, limit, window, now)
  local low, high = 0, math.min(limit, #instants / WIDTH)
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if window_instant(instants, middle) > now - window then
      low = middle
    else
      high = middle - 1
    end
  end
  return low
end

-- There is room unless the request `limit` places ago still lies in the window.
local function window_has_room(instants, limit, window, now)
  return #instants < limit * WIDTH or window_instant(instants, limit) <= now - window
end

-- With one more request; at most `limit` are kept.
local function window_record(instants, limit, now)
  -- A clock that went back would put the instants out of order.
  local at = #instants > 0 and math.max(now, window_instant(instants, 1)) or now
  return string.format('%013d', at) .. string.sub(instants, 1, (limit - 1) * WIDTH)
end

-- Without the last request that was recorded at this instant.
local function window_take_back(instants, at)
  for place = 1, #instants / WIDTH do
    if window_instant(instants, place) == at then
      return string.sub(instants, 1, (place - 1) * WIDTH) .. string.sub(instants, place * WIDTH + 1)
    end
  end
  return instants
end
