-- Makes the offers of a part of a batch that still can be made; its other orders are unmatched.
-- ARGV[2…]: batch, end of the offers, then for each order: id, score table (JSON), driver or "",
-- assignment, score
-- Reply: offers made
local batch, expires_at = ARGV[2], ARGV[3]
local made = 0
for i = 4, #ARGV, 5 do
  local order, score_table, driver, assignment, score = unpack(ARGV, i, i + 4)
  local found = record('order', order)
  local claim = tonumber(redis.call('ZSCORE', key('claims'), order) or nil)
  -- A claim that lapsed is for run-timers.lua and the next batch.
  if found.state == 'claimed' and found.batchId == batch and claim and claim > now then
    redis.call('ZREM', key('claims'), order)
    redis.call('SET', key('table', order), score_table)
    local its_driver = record('driver', driver)
    if is_matchable(its_driver) then
      offer(assignment, found, its_driver, score, 0, expires_at)
      made = made + 1
    else
      set_unmatched(found)
    end
  end
end
return cjson.encode(made)
