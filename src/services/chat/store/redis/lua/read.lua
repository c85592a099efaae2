-- Reads kept messages of a room: of those after a number and before another, the first or the latest.
-- KEYS: seq, log; one hash tag
-- ARGV: after, before, how many at most, 'first' or 'latest'
-- Reply: seq of the oldest kept message, seq of the latest, then messages as JSON, oldest first.
local last = tonumber(redis.call('GET', KEYS[1]) or '0')
local length = math.min(redis.call('LLEN', KEYS[2]), HISTORY_LIMIT)
local oldest = last - length + 1
local from = math.max(tonumber(ARGV[1]) + 1, oldest)
local to = math.min(tonumber(ARGV[2]) - 1, last)
if ARGV[4] == 'first' then
  to = math.min(to, from + tonumber(ARGV[3]) - 1)
else
  from = math.max(from, to - tonumber(ARGV[3]) + 1)
end
if from > to then
  return { oldest, last }
end
return { oldest, last, unpack(redis.call('LRANGE', KEYS[2], from - last - 1, to - last - 1)) }
