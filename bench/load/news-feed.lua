-- Reads of timelines. Arguments: the number of users (named u0, u1, …), and a further query.
local counter, all = 0, {}
function setup(thread) all[#all + 1] = thread end
function init(args) users, rest, wrong = tonumber(args[1]), args[2] or '', 0 end
function request()
  counter = counter + 1
  return wrk.format('GET', '/timeline?user=u' .. (counter * 7919 % users) .. rest)
end
function response(status) if status ~= 200 then wrong = wrong + 1 end end
function done(summary, latency) dofile('bench/load/report.lua'); report(summary, latency, all) end
