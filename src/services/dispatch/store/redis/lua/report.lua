-- Saves where a driver is; registers the driver, and ends the state `offline`.
-- ARGV[2…]: driver, lat, lng, cell, speed or "", max_orders or ""
-- Reply: nil
local driver, lat, lng, cell, speed_kmh, max_orders = unpack(ARGV, 2)
local k = key('driver', driver)
local known = redis.call('HMGET', k, 'state', 'cell', 'speed_kmh', 'max_orders', 'reported_at')
local state = known[1]
if not state or state == OFFLINE then
  state = IDLE
end
redis.call('HSET', k, 'lat', lat, 'lng', lng, 'cell', cell, 'reported_at', ARGV[1],
  'state', state,
  'speed_kmh', speed_kmh ~= '' and speed_kmh or known[3] or DEFAULT_SPEED_KMH,
  'max_orders', max_orders ~= '' and max_orders or known[4] or 1)
if state == IDLE and not (known[1] == state and known[2] == cell) then
  if known[2] then
    redis.call('SREM', key('idle', known[2]), driver)
  end
  redis.call('SADD', key('idle', cell), driver)
end
-- The set only serves housekeeping.
if not known[5] or math.floor(now / 3600000) ~= math.floor(known[5] / 3600000) then
  redis.call('ZADD', key('drivers'), ARGV[1], driver)
end
