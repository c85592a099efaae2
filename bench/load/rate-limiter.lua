-- GET /limited from one client, far below the limit.
local all = {}
function setup(thread) all[#all + 1] = thread end
function init(args)
  wrong = 0
  path = wrk.path:gsub('/$', '') .. '/limited'
end
function request() return wrk.format('GET', path) end
function response(status) if status ~= 200 then wrong = wrong + 1 end end
function done(summary, latency) dofile('bench/load/report.lua'); report(summary, latency, all) end
