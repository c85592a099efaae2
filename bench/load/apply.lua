-- POST /apply by customers of their own. Arguments: a file with the body, in which CUSTOMER stands
-- for the id and the device of the customer.
local counter, run, head, middle, tail = 0, '', '', '', ''
local all = {}
function setup(thread) all[#all + 1] = thread end
function init(args)
  local file = assert(io.open(args[1]))
  head, middle, tail = file:read('*a'):match('^(.*)CUSTOMER(.*)CUSTOMER(.*)$')
  file:close()
  run = math.random(1, 2 ^ 31) .. '-' .. os.time() .. '-'
  wrong = 0
end
function request()
  counter = counter + 1
  local id = run .. counter
  return wrk.format('POST', '/apply', { ['content-type'] = 'application/json' },
    head .. id .. middle .. id .. tail)
end
function response(status) if status ~= 200 then wrong = wrong + 1 end end
function done(summary, latency) dofile('bench/load/report.lua'); report(summary, latency, all) end
