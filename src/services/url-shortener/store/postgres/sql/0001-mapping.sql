CREATE SCHEMA url_shortener;

CREATE TABLE url_shortener.mapping (
  code text COLLATE "C" PRIMARY KEY,
  url text NOT NULL,
  created_at bigint NOT NULL            -- milliseconds
);
