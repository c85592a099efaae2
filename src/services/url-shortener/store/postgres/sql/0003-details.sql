ALTER TABLE url_shortener.link ADD COLUMN details jsonb NOT NULL DEFAULT '{}';   -- see details.ts
