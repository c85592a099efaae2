ALTER TABLE video ADD COLUMN details TEXT NOT NULL DEFAULT '{}';   -- JSON: see details.ts
