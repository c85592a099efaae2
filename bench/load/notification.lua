-- In-app notifications to 10,000 users.
local counter, all = math.random(1, 2 ^ 31), {}
function setup(thread) all[#all + 1] = thread end
function init() wrong = 0 end
function request()
  counter = counter + 1
  return wrk.format('POST', '/send', { ['content-type'] = 'application/json' },
    string.format('{"user_id":"user-%d","channel":"in_app","title":"Your order is on its way","body":"Order %d left the hub and arrives within ten minutes."}',
      counter * 7919 % 10000, counter))
end
function response(status) if status ~= 201 then wrong = wrong + 1 end end
function done(summary, latency) dofile('bench/load/report.lua'); report(summary, latency, all) end
