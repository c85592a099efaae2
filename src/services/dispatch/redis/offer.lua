-- Makes the offers of a batch that still can be made and leaves its other orders over.
-- ARGV[3…]: batch, end of the offers, the earliest report that counts, orders n, then for each of
-- the n orders: id, score table (JSON), driver or "", assignment, score
-- Reply: offers made
local batch, expires_at, heard = ARGV[3], ARGV[4], tonumber(ARGV[5])
local made = 0
for i = 0, tonumber(ARGV[6]) - 1 do
  local order, tab, driver, id, score = unpack(ARGV, 7 + 5 * i, 11 + 5 * i)
  local fields = redis.call('HMGET', key('order', order), 'state', 'batch')
  local claim = tonumber(redis.call('ZSCORE', key('claims'), order) or nil)
  -- A claim that lapsed is the next batch's business, see due.lua.
  if fields[1] == 'claimed' and fields[2] == batch and claim > now then
    redis.call('ZREM', key('claims'), order)
    redis.call('HSET', key('order', order), 'table', tab)
    local found = driver == '' and {} or
      redis.call('HMGET', key('driver', driver), 'state', 'heard_at')
    if found[1] == rules.idle and tonumber(found[2]) >= heard then
      offer(id, order, driver, score, 0, expires_at)
      tell(driver)
      made = made + 1
    else
      leave_over(order)
    end
  end
end
return made
