-- Orders as they are shown.
-- ARGV[2…]: order ids; none: the manual queue, longest first
-- Reply: a list of {doc, first batch, batch or "", state, attempts, attempts_total, round,
-- assignment or "", at or "", table or ""}
local ids = { unpack(ARGV, 2) }
if #ids == 0 then
  ids = redis.call('ZRANGE', key('manual'), 0, -1)
end
local reply = {}
for _, id in ipairs(ids) do
  local fields = redis.call('HMGET', key('order', id), 'doc', 'first_batch', 'batch', 'state',
    'attempts', 'attempts_total', 'round', 'assignment', 'at', 'table')
  if fields[1] then
    for f = 1, 10 do
      fields[f] = fields[f] or ''
    end
    reply[#reply + 1] = fields
  end
end
return reply
