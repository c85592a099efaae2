-- POST /check by the policy `api`, each for one of 10,000 keys.
local all = {}
local counter = math.random(1, 2 ^ 31)
local headers = { ['content-type'] = 'application/json' }
function setup(thread) all[#all + 1] = thread end
function init(args)
  wrong = 0
  path = wrk.path:gsub('/$', '') .. '/check'
end
function request()
  counter = counter + 1
  local body = '{"policy":"api","key":"client-' .. counter * 7919 % 10000 .. '"}'
  return wrk.format('POST', path, headers, body)
end
function response(status) if status ~= 200 then wrong = wrong + 1 end end
function done(summary, latency) dofile('bench/load/report.lua'); report(summary, latency, all) end
