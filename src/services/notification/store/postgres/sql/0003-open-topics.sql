-- Users may subscribe, not only services for them.
ALTER TABLE notification.topic ADD COLUMN is_open boolean NOT NULL DEFAULT false;
