-- Notes a ban, or its end, and tells all replicas to close the connections of a user.
-- KEYS: bans (zset: user -> end of the ban, ms), channel (as in append.lua); one hash tag
-- ARGV: user, end of the ban (ms) or '', now (ms), text for the channel, how long after the end of
--   the last ban the key may stay (ms)
-- Reply: how many replicas are told.
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
if ARGV[2] ~= '' then
  redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
  local longest = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
  redis.call('PEXPIRE', KEYS[1], string.format('%d', longest[2] - ARGV[3] + ARGV[5]))
end
return redis.call('SPUBLISH', KEYS[2], ARGV[4])
