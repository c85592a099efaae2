-- What an idempotency key yielded. ARGV: key, now. Reply: false, or a result as of result_of.
return result_of(ARGV[1], tonumber(ARGV[2])) or false
