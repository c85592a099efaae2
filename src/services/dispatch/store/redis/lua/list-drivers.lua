-- Drivers by id.
-- ARGV[2…]: id after which they begin or "", limit
-- Reply: a list of ListedDriver
local after, limit = unpack(ARGV, 2)
return page('driver_ids', after, tonumber(limit), function(id)
  local driver = record('driver', id)
  return driver.driverId and with_assignment('driver', driver)
end)
