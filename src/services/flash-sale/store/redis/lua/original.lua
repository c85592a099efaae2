-- Finds the result of an idempotency key. ARGV[1]: {idempotencyKey, now}. Reply: null, or Original of
-- ../../checkouts.ts.
return cjson.encode(original_of(a.idempotencyKey, a.now) or cjson.null)
