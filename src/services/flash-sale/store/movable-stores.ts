/** Where sales are kept, to be exported and imported. */
import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Common, Environment } from '#kit/host/env.ts';
import type { MovableStore } from '#kit/moving/movable-store.ts';
import { sqliteMovable } from '#kit/moving/sqlite.ts';
import { readPlace } from '../config.ts';
import { redisSaleMovable, tables } from './redis/moving.ts';

const migrations = new URL('./sqlite/sql/', import.meta.url);

export function movableStores(env: Environment, common: Common): MovableStore[] {
  const store = readPlace(env, common);
  if (store.kind === 'redis') return [redisSaleMovable(store.address, store.prefix)];
  return [sqliteMovable('flash-sale', [{ file: store.file, migrations, tables, derive }])];
}

/** Redis knows what is held and confirmed of a product, not of each bucket. */
function derive(db: DatabaseSync): void {
  db.exec(`CREATE TEMP TABLE sold AS
    SELECT product_id, bucket, total(qty) FILTER (WHERE status = 'held') AS held,
      total(qty) FILTER (WHERE status = 'confirmed') AS confirmed
    FROM reservation JOIN product USING (product_id, generation) GROUP BY product_id, bucket;
    CREATE UNIQUE INDEX temp.sold_key ON sold (product_id, bucket);
    UPDATE bucket SET held = 0, confirmed = 0;
    UPDATE bucket SET held = sold.held, confirmed = sold.confirmed FROM sold
    WHERE sold.product_id = bucket.product_id AND sold.bucket = bucket.bucket`);
  // The rows may come from a version that this migration mends.
  db.exec(readFileSync(new URL('0002-passed-over.sql', migrations), 'utf8'));
}
