-- Reservations of one unit, each followed by its confirmation. Argument: a word that makes the
-- orders of this run unique. Hubs and SKUs are those that inventory.ts loads.
local counter, run, reserved = 0, '', {}
local all = {}
local headers = { ['content-type'] = 'application/json' }
function setup(thread) all[#all + 1] = thread end
function init(args)
  run = args[1] .. '-' .. math.random(1, 2 ^ 31) .. '-' .. os.time()
  wrong = 0
end
function request()
  local id = table.remove(reserved)
  if id then
    return wrk.format('POST', '/confirm', headers, '{"reservation_id":"' .. id .. '"}')
  end
  counter = counter + 1
  local place = counter * 7919 % 200
  return wrk.format('POST', '/reserve', headers, string.format(
    '{"hub_id":"hub-%d","sku":"sku-%d","qty":1,"order_id":"%s-%d","user_id":"user-%d"}',
    place % 20, math.floor(place / 20), run, counter, counter))
end
function response(status, _, body)
  if status ~= 200 then wrong = wrong + 1 return end
  local id = body:match('"reservation_id":"([^"]+)","status":"reserved"')
  if id then reserved[#reserved + 1] = id end
end
function done(summary, latency) dofile('bench/load/report.lua'); report(summary, latency, all) end
