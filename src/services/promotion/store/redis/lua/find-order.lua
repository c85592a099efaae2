-- What an order was given.
-- KEYS: the hash tag. ARGV: order, fingerprint, now.
-- Reply: {'repeated', verdicts, terms}, {'mismatch'}, or false; verdicts as in count-uses.lua.
return find_order({ id = ARGV[1], fingerprint = ARGV[2] }, tonumber(ARGV[3])) or false
