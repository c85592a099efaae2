-- For the quotas of a user.
CREATE INDEX upload_uploader ON upload (uploader) WHERE file IS NULL;
