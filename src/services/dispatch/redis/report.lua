-- Takes a driver's place; registers the driver, and ends `offline`.
-- ARGV[3…]: driver, lat, lng, cell, speed or "", max_orders or "", default speed
local driver, lat, lng, cell = ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local k = key('driver', driver)
local known = redis.call('HMGET', k, 'state', 'cell')
local state = known[1]
redis.call('HSET', k, 'lat', lat, 'lng', lng, 'cell', cell, 'heard_at', instant(now))
if not state then
  redis.call('HSET', k, 'speed', ARGV[9], 'max_orders', 1)
end
if ARGV[7] ~= '' then
  redis.call('HSET', k, 'speed', ARGV[7])
end
if ARGV[8] ~= '' then
  redis.call('HSET', k, 'max_orders', ARGV[8])
end
if not state or state == rules.offline then
  state = rules.idle
  redis.call('HSET', k, 'state', state)
end
if state == rules.idle then
  if known[2] and known[2] ~= cell then
    redis.call('ZREM', key('idle', known[2]), driver)
  end
  redis.call('ZADD', key('idle', cell), instant(now), driver)
end
redis.call('ZADD', key('heard'), instant(now), driver)
