-- Nobody may use the code from now on.
-- KEYS: those of the hash tag. ARGV: key of the code.
-- Reply: JSON as of find-codes; nil when there is no such code.
local found = find_code(ARGV[1])
if not found then
  return false
end
redis.call('HSET', key('code', ARGV[1]), 'ended', 1)
found.ended = true
return code_json(found)
