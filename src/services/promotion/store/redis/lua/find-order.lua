-- Finds the outcome that an order had.
-- KEYS: those of the hash tag. ARGV: order, fingerprint, now.
-- Reply: see find_order; nil when it is not known.
return find_order(ARGV[1], ARGV[2], tonumber(ARGV[3])) or false
