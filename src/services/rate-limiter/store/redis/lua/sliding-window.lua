-- KEYS: instants   ARGV: limit, now, a window before it (instants), lifetime of the key (ms)
-- Reply: {1 when allowed, else 0; requests left; oldest instant in the window; newest}
-- The functions stand in kit/sliding-window.lua.
local limit = tonumber(ARGV[1])
local instants = window_of(redis.call('GET', KEYS[1]) or '', limit, ARGV[3])
local left = window_room(instants, limit)
local allowed = left > 0
if allowed then
  left = left - 1
  instants = window_record(instants, ARGV[2])
  redis.call('SET', KEYS[1], instants, 'PX', ARGV[4])
end
local oldest, newest = string.sub(instants, -WIDTH), string.sub(instants, 1, WIDTH)
return { allowed and 1 or 0, left, tonumber(oldest), tonumber(newest) }
