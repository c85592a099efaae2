CREATE SCHEMA promotion;

-- The version of the last change of a deployment. A change locks the row until it commits, so
-- that versions become visible in their order.
CREATE TABLE promotion.version (
  deployment text PRIMARY KEY,          -- PROMOTION_PREFIX
  version bigint NOT NULL
);

CREATE TABLE promotion.rule (
  deployment text NOT NULL,
  promo_id text NOT NULL,
  incarnation text NOT NULL,
  version bigint NOT NULL,
  body text,                            -- JSON of the rule; null when it was removed
  PRIMARY KEY (deployment, promo_id)
);
CREATE INDEX rule_version ON promotion.rule (deployment, version);
