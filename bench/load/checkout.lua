-- Checkouts with keys and users of their own. Arguments: a file with one
-- "<device> <expires_at> <attestation>" a line, and a word that makes the keys of this run unique.
local counter, run, devices = 0, '', {}
local all = {}
function setup(thread) all[#all + 1] = thread end
function init(args)
  for line in io.lines(args[1]) do devices[#devices + 1] = { line:match('(%S+) (%S+) (%S+)') } end
  run = args[2] .. '-' .. math.random(1, 2 ^ 31) .. '-' .. os.time()
  wrong = 0
end
function request()
  counter = counter + 1
  local d = devices[counter * 7919 % #devices + 1]
  return wrk.format('POST', '/flash-sale/checkout', { ['content-type'] = 'application/json' },
    string.format('{"product_id":"sneaker","user_id":"user-%d","qty":1,"device_fp":"%s","attestation":"%s","expires_at":%s,"idempotency_key":"%s-%d"}',
      counter, d[1], d[3], d[2], run, counter))
end
function response(status) if status ~= 200 then wrong = wrong + 1 end end
function done(summary, latency) dofile('bench/load/report.lua'); report(summary, latency, all) end
