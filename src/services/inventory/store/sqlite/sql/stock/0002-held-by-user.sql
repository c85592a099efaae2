-- For the quota of a user.
CREATE INDEX reservation_held ON reservation (user_id, expires_at) WHERE status = 'held';
