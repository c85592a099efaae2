-- Orders by id.
-- ARGV[2…]: id after which they begin or "", limit, OrderGroup of rules/rules.ts or ""
-- Reply: a list of ListedOrder
local after, limit, group = unpack(ARGV, 2)
return page(group == '' and 'orders' or 'in:' .. group, after, tonumber(limit), function(id)
  local order = record('order', id)
  return order.orderId and with_assignment('order', order)
end)
