ALTER TABLE video_catalog.video ADD COLUMN details jsonb NOT NULL DEFAULT '{}';   -- see details.ts
