-- Gives up a place in the waiting room; then confirms waiting users, if the new head fits what is left.
-- ARGV[1]: {userId, productId, ids (seed of the ids of promotions), now}.
-- Reply: LeaveOutcome of ../../waiting-room.ts and Begun of ../../promotions.ts, or `unfinished`.
local product = product_of(a.productId)
if is_unfinished(product, a.now) then
  return cjson.encode(unfinished(a.productId))
end
local leaving = waiter_of(a.productId, a.userId)
if not leaving then
  return cjson.encode({ kind = 'not-waiting' })
end
-- One unit more, since the one who leaves may be among them.
local waiters, limit = waiters_for(product, 1)
local others = {}
for _, waiter in ipairs(waiters) do
  if waiter.userId ~= a.userId then
    others[#others + 1] = waiter
  end
end
-- There may be more behind them.
local bound = #waiters == limit and #others or #others + 1
remove_waiter(a.productId, a.userId, leaving.qty)
redis.call('HDEL', key('promoted', a.userId), a.productId)
changed(a.productId)
changed(a.productId, a.userId)
local promoted, is_over = promote(product, others, bound, a.ids, a.now)
return json({ kind = 'left', promoted = promoted, isOver = is_over })
