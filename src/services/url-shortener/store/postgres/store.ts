/** The shared store: any number of replicas on one PostgreSQL. */
import { batch } from '#kit/stores/batch.ts';
import { openPostgres, type Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import type { MappingStore } from '../store.ts';

interface Insert {
  readonly code: string;
  readonly url: string;
  readonly now: number;
}

/** @throws StartupError when nothing answers at `url` */
export async function openPostgresStore(url: string): Promise<MappingStore> {
  const folder = new URL('./sql/', import.meta.url);
  return postgresStore(await openPostgres(url, 'url-shortener', folder));
}

function postgresStore(db: Postgres): MappingStore {
  // The inserts of one turn of the event loop travel as one statement.
  const insert = batch((inserts: readonly Insert[]) => insertAll(db, inserts));
  return {
    ...lifecycleOf(db),
    insertIfAbsent: (code, url, now) => insert({ code, url, now }),
    async find(code) {
      const [row] = await db.query(
        sql<{ url: string }>`SELECT url FROM url_shortener.mapping WHERE code = ${code}`,
      );
      return row?.url;
    },
  };
}

/** Whether each was inserted. Of two with one code in a batch, the first gets it. */
async function insertAll(db: Postgres, inserts: readonly Insert[]): Promise<boolean[]> {
  const first = new Map(inserts.toReversed().map((insert) => [insert.code, insert]));
  // In one order on all replicas, so that no two statements wait for each other's codes.
  const codes = [...first.keys()].toSorted();
  const urls = codes.map((code) => first.get(code)!.url);
  const instants = codes.map((code) => first.get(code)!.now);
  const rows = await db.query(sql<{ code: string }>`
    INSERT INTO url_shortener.mapping (code, url, created_at)
    SELECT * FROM unnest(${codes}::text[], ${urls}::text[], ${instants}::bigint[])
    ON CONFLICT DO NOTHING RETURNING code`);
  const inserted = new Set(rows.map(({ code }) => code));
  return inserts.map((insert) => first.get(insert.code) === insert && inserted.has(insert.code));
}
