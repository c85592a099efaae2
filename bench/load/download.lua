-- Downloads. Argument: a path, which is asked for again and again. Answers are not looked at one by
-- one: for that, wrk would copy each of them into a string.
function init(args) wrk.path = args[1] end
function done(summary, latency)
  dofile('bench/load/report.lua')
  wrong = summary.errors.status
  report(summary, latency, {})
end
