-- Views of videos, or uploads. Arguments: "upload", or "view" and how many videos to go through.
local counter, mode, videos = 0, 'view', 1
local all = {}
local headers = { ['content-type'] = 'application/json' }
local body = '{"title":"Green tea, the slow way","description":"How to brew it, step by step, '
  .. 'and what the water has to do with it.","tags":["tea","kitchen","slow"]}'
function setup(thread) all[#all + 1] = thread end
function init(args)
  mode, videos = args[1], tonumber(args[2] or '1')
  wrong = 0
end
function request()
  if mode == 'upload' then return wrk.format('POST', '/videos', headers, body) end
  counter = counter + 1
  return wrk.format('GET', '/videos/vid_' .. (counter * 7919 % videos + 1))
end
function response(status) if status ~= 200 and status ~= 201 then wrong = wrong + 1 end end
function done(summary, latency) dofile('bench/load/report.lua'); report(summary, latency, all) end
