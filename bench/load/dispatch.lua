-- Location updates of 1,000 drivers, or orders of their own. Argument: location or order. The
-- orders are out of every driver's reach: what is measured is taking them.
local counter, path, run = 0, '', ''
local all = {}
function setup(thread) all[#all + 1] = thread end
function init(args)
  path, run = args[1], math.random(1, 2 ^ 31) .. '-' .. os.time()
  wrong = 0
end
local headers = { ['content-type'] = 'application/json' }
function request()
  counter = counter + 1
  if path == 'order' then
    return wrk.format('POST', '/dispatch/order', headers, string.format(
      '{"order_id":"%s-%d","pickup_lat":-45.5,"pickup_lng":170.5,"priority":5}', run, counter))
  end
  local driver = counter * 7919 % 1000
  return wrk.format('POST', '/dispatch/driver/location', headers, string.format(
    '{"driver_id":"driver-%d","lat":%.5f,"lng":%.5f,"speed_kmh":25}', driver,
    12.9 + driver / 7000, 77.5 + counter % 1000 / 7000))
end
function response(status) if status ~= 200 and status ~= 202 then wrong = wrong + 1 end end
function done(summary, latency) dofile('bench/load/report.lua'); report(summary, latency, all) end
