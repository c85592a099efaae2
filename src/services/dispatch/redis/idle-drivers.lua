-- Idle drivers in the cells, with what matching needs of them.
-- ARGV[3…]: the earliest report that counts, then cells
-- Reply: {driver, lat, lng, cell, speed, max_orders, last_assigned_at or "", …}
local heard = tonumber(ARGV[3])
local reply = {}
for i = 4, #ARGV do
  for _, driver in ipairs(redis.call('SMEMBERS', key('idle', ARGV[i]))) do
    local fields = redis.call('HMGET', key('driver', driver), 'lat', 'lng', 'cell', 'speed',
      'max_orders', 'last_assigned_at', 'heard_at')
    if tonumber(fields[7]) >= heard then
      reply[#reply + 1] = driver
      for f = 1, 6 do
        reply[#reply + 1] = fields[f] or ''
      end
    end
  end
end
return reply
