-- Posts. Argument: the number of authors (named u0, u1, …), who take turns.
local counter, all = 0, {}
function setup(thread) all[#all + 1] = thread end
function init(args)
  authors, wrong = tonumber(args[1]), 0
  wrk.headers['content-type'] = 'application/json'
end
function request()
  counter = counter + 1
  local text = 'What a day: the kettle sang, the cat replied, and nobody wrote it down until now.'
  local body = '{"user_id":"u' .. (counter % authors) .. '","content":"' .. text .. '"}'
  return wrk.format('POST', '/posts', nil, body)
end
function response(status) if status ~= 201 then wrong = wrong + 1 end end
function done(summary, latency) dofile('bench/load/report.lua'); report(summary, latency, all) end
