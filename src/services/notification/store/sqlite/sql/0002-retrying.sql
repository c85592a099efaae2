-- Those that have failed and are tried again, for hours: they are counted every second.
CREATE INDEX retrying ON notification (n) WHERE state = 'pending' AND error IS NOT NULL;
