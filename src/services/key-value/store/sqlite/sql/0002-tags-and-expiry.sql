ALTER TABLE entry ADD COLUMN tag TEXT;
ALTER TABLE entry ADD COLUMN expires_at INTEGER; -- milliseconds since the epoch; null: never
UPDATE entry SET tag = hex(randomblob(8)) WHERE value IS NOT NULL;

CREATE INDEX entry_by_expiry ON entry (node, expires_at, key) WHERE expires_at IS NOT NULL;
