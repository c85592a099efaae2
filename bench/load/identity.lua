-- Reads of inboxes by their users, each with a token. Argument: a file with a user and a token a line.
local counter, all, users = math.random(1, 2 ^ 31), {}, {}
function setup(thread) all[#all + 1] = thread end
function init(args)
  wrong = 0
  for line in io.lines(args[1]) do
    local user, token = line:match('^(%S+) (%S+)$')
    users[#users + 1] = { '/notifications?limit=1&user=' .. user, { authorization = 'Bearer ' .. token } }
  end
end
function request()
  counter = counter + 1
  local user = users[counter * 7919 % #users + 1]
  return wrk.format('GET', user[1], user[2])
end
function response(status) if status ~= 200 then wrong = wrong + 1 end end
function done(summary, latency) dofile('bench/load/report.lua'); report(summary, latency, all) end
