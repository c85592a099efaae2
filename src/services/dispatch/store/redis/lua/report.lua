-- Saves where a driver is; registers the driver, and ends the state `offline`.
-- ARGV[2…]: driver, lat, lng, cell, speed or "", max_orders or ""
-- Reply: null
local id, lat, lng, cell, speed_kmh, max_orders = unpack(ARGV, 2)
local known = record('driver', id)
local state = known.state
if not state or state == OFFLINE then
  state = IDLE
end
redis.call('HSET', key('driver', id), 'driverId', id, 'lat', lat, 'lng', lng, 'cell', cell,
  'reportedAt', ARGV[1], 'state', state,
  'speedKmh', speed_kmh ~= '' and speed_kmh or known.speedKmh or DEFAULT_SPEED_KMH,
  'maxOrders', max_orders ~= '' and max_orders or known.maxOrders or 1)
if state == IDLE and not (known.state == state and known.cell == cell) then
  if known.cell then
    redis.call('SREM', key('idle', known.cell), id)
  end
  redis.call('SADD', key('idle', cell), id)
end
if not known.state then
  redis.call('ZADD', key('driver_ids'), 0, id)
end
-- The set only serves housekeeping.
local known_at = known.reportedAt
if not known_at or math.floor(now / 3600000) ~= math.floor(known_at / 3600000) then
  redis.call('ZADD', key('drivers'), ARGV[1], id)
end
return 'null'
