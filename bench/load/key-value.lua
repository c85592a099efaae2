-- Arguments: 'GET' or 'PUT', number of keys. The path of the address comes before each key.
local counter, requests = 0, {}
local all = {}
function setup(thread) all[#all + 1] = thread end
function init(args)
  local method, keys = args[1], tonumber(args[2])
  local base = wrk.path:gsub('/$', '')
  local body = method == 'PUT' and string.rep('v', 100) or nil
  for i = 0, math.min(keys, 200000) - 1 do
    requests[i + 1] = wrk.format(method, base .. '/key-' .. (i * 7919 % keys), nil, body)
  end
  wrong = 0
end
function request()
  counter = counter + 1
  return requests[counter % #requests + 1]
end
function response(status) if status ~= 200 then wrong = wrong + 1 end end
function done(summary, latency) dofile('bench/load/report.lua'); report(summary, latency, all) end
