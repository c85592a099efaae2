/** The shared store: any number of replicas on one PostgreSQL. */
import { openPostgres, query, type Postgres } from '#kit/postgres.ts';
import type { MappingStore } from './store.ts';

interface Insert {
  readonly url: string;
  readonly now: number;
  readonly resolve: (inserted: boolean) => void;
  readonly reject: (reason: unknown) => void;
}

/** @throws StartupError when nothing answers at `url` */
export async function openPostgresStore(url: string): Promise<MappingStore> {
  const folder = new URL('./sql/', import.meta.url);
  return new PostgresStore(await openPostgres(url, 'url-shortener', folder));
}

class PostgresStore implements MappingStore {
  readonly #sql: Postgres;
  #waiting = new Map<string, Insert>();

  constructor(sql: Postgres) {
    this.#sql = sql;
  }

  /** The inserts of one turn of the event loop travel as one statement. */
  insertIfAbsent(code: string, url: string, now: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.has(code)) return resolve(false);
      if (this.#waiting.size === 0) setImmediate(() => void this.#insert());
      this.#waiting.set(code, { url, now, resolve, reject });
    });
  }

  async #insert(): Promise<void> {
    const inserts = this.#waiting;
    this.#waiting = new Map();
    // In one order on all replicas, so that no two statements wait for each other's codes.
    const codes = [...inserts.keys()].toSorted();
    const urls = codes.map((code) => inserts.get(code)!.url);
    const instants = codes.map((code) => inserts.get(code)!.now);
    try {
      const rows = await query(
        this.#sql<{ code: string }[]>`
          INSERT INTO url_shortener.mapping (code, url, created_at)
          SELECT * FROM unnest(${codes}::text[], ${urls}::text[], ${instants}::bigint[])
          ON CONFLICT DO NOTHING RETURNING code`,
      );
      const inserted = new Set(rows.map(({ code }) => code));
      for (const [code, { resolve }] of inserts) resolve(inserted.has(code));
    } catch (error) {
      for (const { reject } of inserts.values()) reject(error);
    }
  }

  async find(code: string): Promise<string | undefined> {
    const rows = await query(
      this.#sql<{ url: string }[]>`SELECT url FROM url_shortener.mapping WHERE code = ${code}`,
    );
    return rows[0]?.url;
  }

  async ready(): Promise<void> {
    await query(this.#sql`SELECT 1`);
  }

  close(): Promise<void> {
    return this.#sql.end({ timeout: 1 });
  }
}
