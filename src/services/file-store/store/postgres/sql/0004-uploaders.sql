-- For the quotas of a user.
CREATE INDEX upload_uploader ON file_store.upload (deployment, uploader) WHERE file IS NULL;
