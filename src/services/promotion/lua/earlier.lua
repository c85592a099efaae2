-- What an order was given. ARGV: order, fingerprint, now.
-- Reply: {'repeated', verdicts, terms}, {'mismatch'}, or false; verdicts as in use.lua.
return earlier({ id = ARGV[1], fingerprint = ARGV[2] }, tonumber(ARGV[3])) or false
