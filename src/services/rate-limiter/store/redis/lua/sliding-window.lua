-- KEYS: instants   ARGV: limit, now, a window before it (instants), lifetime of the key (ms)
-- Reply: {requests left, -1 when refused; oldest instant in the window; newest}
-- The functions stand in kit/sliding-window.lua.
local limit = tonumber(ARGV[1])
local instants = window_of(redis.call('GET', KEYS[1]) or '', limit, ARGV[3])
local left = window_room(instants, limit) - 1
if left >= 0 then
  instants = window_record(instants, ARGV[2])
  redis.call('SET', KEYS[1], instants, 'PX', ARGV[4])
end
return { left, string.sub(instants, -WIDTH), string.sub(instants, 1, WIDTH) }
