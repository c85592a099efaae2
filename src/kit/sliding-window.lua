-- An exact sliding window in a string: the instants of a key's last requests, newest first,
-- 13 digits each (milliseconds). The same rules as sliding-window.ts.

local WIDTH = 13

-- The last `limit` requests, as far as they lie in the window. Each is passed over once, if what
-- is recorded is stored.
local function window_of(instants, limit, window, now)
  local last = math.min(#instants, limit * WIDTH)
  while last > 0 and tonumber(string.sub(instants, last - WIDTH + 1, last)) <= now - window do
    last = last - WIDTH
  end
  return string.sub(instants, 1, last)
end

-- How many more there may be.
local function window_room(instants, limit)
  return limit - #instants / WIDTH
end

-- With one more request.
local function window_record(instants, now)
  -- A clock that went back would put the instants out of order.
  local at = math.max(now, tonumber(string.sub(instants, 1, WIDTH)) or now)
  return string.format('%013d', at) .. instants
end

-- Without the last request that was recorded at this instant.
local function window_take_back(instants, at)
  for last = WIDTH, #instants, WIDTH do
    if tonumber(string.sub(instants, last - WIDTH + 1, last)) == at then
      return string.sub(instants, 1, last - WIDTH) .. string.sub(instants, last + 1)
    end
  end
  return instants
end
