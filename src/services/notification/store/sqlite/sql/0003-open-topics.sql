-- 1: users may subscribe, not only services for them.
ALTER TABLE topic ADD COLUMN is_open INTEGER NOT NULL DEFAULT 0;
