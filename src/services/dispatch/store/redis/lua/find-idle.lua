-- Idle drivers in a cell who reported lately, with what matching needs of them.
-- ARGV[2]: cell
-- Reply: {driver, lat, lng, cell, speed, max_orders, last_assigned_at or "", driver, …}
local reply = {}
for _, driver in ipairs(redis.call('SMEMBERS', key('idle', ARGV[2]))) do
  local fields = redis.call('HMGET', key('driver', driver), 'lat', 'lng', 'cell', 'speed_kmh',
    'max_orders', 'last_assigned_at', 'reported_at')
  if tonumber(fields[7]) >= now - MAX_SILENCE_MS then
    reply[#reply + 1] = driver
    for f = 1, 6 do
      reply[#reply + 1] = fields[f] or ''
    end
  end
end
return reply
