-- An exact sliding window in a string: the instants of a key's last requests, newest first, as 13
-- digits each (milliseconds), which compare as their numbers do. Instants come as such texts, one
-- before the epoch as ''. The rules are those of sliding-window.ts, for limits of up to a few dozen
-- requests that cost one unit each: docs/adr/0053.

local WIDTH = 13

-- The last `limit` requests, as far as they lie after `past`. Each is passed over once, if what
-- is recorded is stored.
local function window_of(instants, limit, past)
  local last = math.min(#instants, limit * WIDTH)
  while last > 0 and string.sub(instants, last - WIDTH + 1, last) <= past do
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
  local newest = string.sub(instants, 1, WIDTH)
  return (newest > now and newest or now) .. instants
end

-- Without the last request that was recorded at this instant.
local function window_take_back(instants, at)
  for last = WIDTH, #instants, WIDTH do
    if string.sub(instants, last - WIDTH + 1, last) == at then
      return string.sub(instants, 1, last - WIDTH) .. string.sub(instants, last + 1)
    end
  end
  return instants
end
