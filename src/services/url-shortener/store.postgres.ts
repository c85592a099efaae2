/** The shared store: any number of replicas on one PostgreSQL. */
import { gather } from '#kit/gather.ts';
import { openPostgres, type Postgres } from '#kit/postgres.ts';
import { sql } from '#kit/sql.ts';
import type { MappingStore } from './store.ts';

interface Insert {
  readonly code: string;
  readonly url: string;
  readonly now: number;
}

/** @throws StartupError when nothing answers at `url` */
export async function openPostgresStore(url: string): Promise<MappingStore> {
  const folder = new URL('./sql/', import.meta.url);
  return new PostgresStore(await openPostgres(url, 'url-shortener', folder));
}

class PostgresStore implements MappingStore {
  readonly #db: Postgres;
  /** The inserts of one turn of the event loop travel as one statement. */
  readonly #insert = gather((inserts: readonly Insert[]) => this.#insertAll(inserts));

  constructor(db: Postgres) {
    this.#db = db;
  }

  insertIfAbsent(code: string, url: string, now: number): Promise<boolean> {
    return this.#insert({ code, url, now });
  }

  async #insertAll(inserts: readonly Insert[]): Promise<boolean[]> {
    // The first to come with a code has it.
    const first = new Map(inserts.toReversed().map((insert) => [insert.code, insert]));
    // In one order on all replicas, so that no two statements wait for each other's codes.
    const codes = [...first.keys()].toSorted();
    const urls = codes.map((code) => first.get(code)!.url);
    const instants = codes.map((code) => first.get(code)!.now);
    const rows = await this.#db.query(sql<{ code: string }>`
      INSERT INTO url_shortener.mapping (code, url, created_at)
      SELECT * FROM unnest(${codes}::text[], ${urls}::text[], ${instants}::bigint[])
      ON CONFLICT DO NOTHING RETURNING code`);
    const inserted = new Set(rows.map(({ code }) => code));
    return inserts.map((insert) => first.get(insert.code) === insert && inserted.has(insert.code));
  }

  async find(code: string): Promise<string | undefined> {
    const rows = await this.#db.query(
      sql<{ url: string }>`SELECT url FROM url_shortener.mapping WHERE code = ${code}`,
    );
    return rows[0]?.url;
  }

  ready(): Promise<void> {
    return this.#db.ready();
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}
