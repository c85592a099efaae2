-- Checkouts, steps 1, 3, 4 and 5 of each as one, in order.
-- ARGV: a JSON array of checkouts.
-- Reply: for each {'completed'}, {'queued', rank}, {'sold-out'}, {'repeated', record},
-- {'rate-limited'}, {'voucher-required'}, {'lottery-only'} or {'unknown-slot', slots as JSON}.
local function checkout(c)
  local product = drop_if_stale(product_of(c.product_id, c.bucket), c.now)
  local refusal = refuse(c, product)
  if refusal then
    return refusal
  end
  local outcome = make_sale(c, product)
  if outcome[1] ~= 'sold-out' then
    record_all(c)
  end
  return outcome
end

local outcomes = {}
for i, c in ipairs(cjson.decode(ARGV[1])) do
  outcomes[i] = checkout(c)
end
return outcomes
