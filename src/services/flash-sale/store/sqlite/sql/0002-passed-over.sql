-- Earlier versions gave a sequence number at or below a mark out again, so that a buyer whom the stock
-- could serve stood behind the mark and was never promoted. Those products forget their marks, and the
-- first request or sweep promotes as far as the stock suffices.
UPDATE product SET passed_premium = -1, passed_regular = -1, promoting = 1
WHERE EXISTS (
  SELECT 1 FROM waiting AS w WHERE w.product_id = product.product_id AND w.qty <= product.loaded
    AND w.seq <= CASE w.class WHEN 0 THEN product.passed_premium ELSE product.passed_regular END);
