-- KEYS: instants   ARGV: limit, window, now
-- Reply: "<requests left, or -1 when refused> <instant of the oldest in the window> <of the newest>"
local limit, window, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local instants = window_of(redis.call('GET', KEYS[1]) or '', limit, window, now)
local left = window_room(instants, limit) - 1
if left >= 0 then
  instants = window_record(instants, now)
  redis.call('SET', KEYS[1], instants, 'PX', 2 * window + SLACK)
end
return left .. ' ' .. string.sub(instants, -WIDTH) .. ' ' .. string.sub(instants, 1, WIDTH)
