-- Idle drivers in a cell who reported lately.
-- ARGV[2]: cell
-- Reply: a list of Driver
local drivers = {}
for _, id in ipairs(redis.call('SMEMBERS', key('idle', ARGV[2]))) do
  local driver = record('driver', id)
  if is_matchable(driver) then
    drivers[#drivers + 1] = driver
  end
end
return list(drivers)
