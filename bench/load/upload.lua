-- Uploads of 1 KiB, no two alike. Argument: a word that makes the contents of this run unique.
local counter, run = 0, ''
local all = {}
local padding = string.rep('x', 1024)
local headers = { ['content-type'] = 'text/plain' }
function setup(thread) all[#all + 1] = thread end
function init(args)
  run = args[1] .. '-' .. math.random(1, 2 ^ 31) .. '-' .. os.time() .. '-'
  wrong = 0
end
function request()
  counter = counter + 1
  local body = (run .. counter .. padding):sub(1, 1024)
  return wrk.format('POST', '/files?name=a.txt&owner_id=ann', headers, body)
end
function response(status) if status ~= 201 then wrong = wrong + 1 end end
function done(summary, latency) dofile('bench/load/report.lua'); report(summary, latency, all) end
