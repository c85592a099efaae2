-- KEYS: instants   ARGV: limit, window, now
-- Reply: {1 when allowed, requests in the window, instant of the oldest, of the newest of them}
local limit, window, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local instants = redis.call('GET', KEYS[1]) or ''
local allowed = window_has_room(instants, limit, window, now)
if allowed then
  instants = window_record(instants, limit, now)
  redis.call('SET', KEYS[1], instants, 'PX', 2 * window + SLACK)
end
local count = window_count(instants, limit, window, now)
return { allowed and 1 or 0, count, window_instant(instants, count), window_instant(instants, 1) }
