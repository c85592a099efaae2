-- Takes a driver's place; registers the driver, and ends `offline`. By far the busiest step, so it
-- does without lib.lua, which has the list of keys.
-- KEYS[1]: the hash tag. ARGV: instant, idle state, offline state or "", driver, lat, lng, cell,
-- speed or "", max_orders or "", default speed
local now, idle, offline, driver, lat, lng, cell, speed, max_orders, default_speed = unpack(ARGV)
local k = KEYS[1] .. ':driver:' .. driver
local known = redis.call('HMGET', k, 'state', 'cell', 'speed', 'max_orders', 'heard_at')
local state = known[1]
if not state or state == offline then
  state = idle
end
redis.call('HSET', k, 'lat', lat, 'lng', lng, 'cell', cell, 'heard_at', now, 'state', state,
  'speed', speed ~= '' and speed or known[3] or default_speed,
  'max_orders', max_orders ~= '' and max_orders or known[4] or 1)
if state == idle and not (known[1] == state and known[2] == cell) then
  if known[2] then
    redis.call('SREM', KEYS[1] .. ':idle:' .. known[2], driver)
  end
  redis.call('SADD', KEYS[1] .. ':idle:' .. cell, driver)
end
-- The set only serves housekeeping.
if not known[5] or math.floor(now / 3600000) ~= math.floor(known[5] / 3600000) then
  redis.call('ZADD', KEYS[1] .. ':heard', now, driver)
end
