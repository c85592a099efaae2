-- Redirects. Argument: a file with one code a line, each of which is asked for in turn.
local counter, requests = 0, {}
local all = {}
function setup(thread) all[#all + 1] = thread end
function init(args)
  for code in io.lines(args[1]) do requests[#requests + 1] = wrk.format('GET', '/' .. code) end
  wrong = 0
end
function request()
  counter = counter + 1
  return requests[counter * 7919 % #requests + 1]
end
function response(status) if status ~= 302 then wrong = wrong + 1 end end
function done(summary, latency) dofile('bench/load/report.lua'); report(summary, latency, all) end
