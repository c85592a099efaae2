-- Notes the state of a hub for the entries under a parent, if it is later than what is noted.
-- Without a generation there are no entries, and none is being written.
-- KEYS: the parent's hash (g -> generation, s -> generation when there are states,
-- s<row> -> state).
-- ARGV: row, revision, state (JSON with `revision`).
-- Reply: 1 noted, 0 not.
local generation = redis.call('HGET', KEYS[1], 'g')
if not generation then
  return 0
end
local field = 's' .. ARGV[1]
local known = redis.call('HGET', KEYS[1], field)
if known and cjson.decode(known).revision >= tonumber(ARGV[2]) then
  return 0
end
redis.call('HSET', KEYS[1], 's', generation, field, ARGV[3])
return 1
