/** The shared store: any number of replicas on one PostgreSQL. */
import { batch } from '#kit/batch.ts';
import { openPostgres, type Postgres, type Queries } from '#kit/postgres.ts';
import { sql, type Sql } from '#kit/sql.ts';
import { searchedText } from './fold.ts';
import { termsOf, termsOfQuery } from './grams.ts';
import type { Page, Upload, VideoRecord, VideoStore } from './store.ts';

/** How long a view or an upload waits for those before it, milliseconds. */
const patience = 50;
/** Videos made ready in one step. */
const finishAtOnce = 500;

/**
 * @param deployment which catalog: several may share a database
 * @throws StartupError when nothing answers at `url`
 */
export async function openPostgresStore(url: string, deployment: string): Promise<VideoStore> {
  const folder = new URL('./sql/', import.meta.url);
  return new PostgresStore(await openPostgres(url, 'video-catalog', folder), deployment);
}

interface Creation {
  readonly upload: Upload;
  readonly now: number;
  readonly startsAt: number;
}

/** 64-bit integers arrive as text. */
type Row = Omit<VideoRecord, 'n' | 'uploadedAt' | 'startsAt' | 'viewCount'> &
  Record<'n' | 'uploadedAt' | 'startsAt' | 'viewCount', string>;

class PostgresStore implements VideoStore {
  readonly #db: Postgres;
  readonly #deployment: string;
  readonly #create = batch((calls: readonly Creation[]) => this.#createAll(calls), {
    patience,
    // Texts may be long, and a statement has its time.
    most: 16,
  });
  readonly #view = batch((ns: readonly number[]) => this.#viewAll(ns), { patience, most: 1_000 });

  constructor(db: Postgres, deployment: string) {
    this.#db = db;
    this.#deployment = deployment;
  }

  create(upload: Upload, now: number, startsAt: number): Promise<VideoRecord> {
    return this.#create({ upload, now, startsAt });
  }

  async #createAll(calls: readonly Creation[]): Promise<VideoRecord[]> {
    const given = calls.map(({ upload, startsAt }, place) => {
      const searched = searchedText(upload.title, upload.description, upload.tags);
      return { ...upload, place, starts_at: startsAt, searched, terms: termsOf(searched) };
    });
    const now = Math.max(...calls.map((call) => call.now));
    const rows = await this.#db.query(sql<{ n: string; uploadedAt: string }>`
      WITH newest AS (
        INSERT INTO video_catalog.newest AS old (deployment, n, uploaded_at)
        VALUES (${this.#deployment}, ${calls.length}, ${now})
        ON CONFLICT (deployment) DO UPDATE SET n = old.n + excluded.n,
          uploaded_at = greatest(old.uploaded_at, excluded.uploaded_at)
        RETURNING n, uploaded_at
      ), given AS MATERIALIZED (
        SELECT newest.n - ${calls.length} + 1 + place AS n, newest.uploaded_at, given.*
        FROM newest, json_to_recordset(${JSON.stringify(given)}::text::json) AS given (place int,
          title text, description text, tags text[], starts_at bigint, searched text, terms int[])
      ), progress AS (
        INSERT INTO video_catalog.progress (deployment, n, starts_at)
        SELECT ${this.#deployment}, n, starts_at FROM given
      )
      INSERT INTO video_catalog.video
      SELECT ${this.#deployment}, n, title, description, tags, uploaded_at, searched,
        video_catalog.terms_of_era(terms, n >> 15)
      FROM given ORDER BY n
      RETURNING n, uploaded_at AS "uploadedAt"`);
    return calls.map(({ upload, startsAt }, i) => {
      const { n, uploadedAt } = rows[i]!;
      const numbers = { n: Number(n), uploadedAt: Number(uploadedAt) };
      return { ...upload, ...numbers, startsAt, durationSecs: null, viewCount: 0 };
    });
  }

  view(n: number): Promise<VideoRecord | undefined> {
    return this.#view(n);
  }

  async #viewAll(ns: readonly number[]): Promise<(VideoRecord | undefined)[]> {
    const views = new Map<number, number>();
    for (const n of ns) views.set(n, (views.get(n) ?? 0) + 1);
    const rows = await this.#db.query(sql<Row>`
      WITH viewed AS (
        SELECT * FROM unnest(${[...views.keys()]}::bigint[], ${[...views.values()]}::bigint[])
          AS viewed (n, views)
      ), locked AS MATERIALIZED ( -- in one order everywhere, so that no two batches deadlock
        SELECT n FROM video_catalog.progress
        WHERE deployment = ${this.#deployment} AND n IN (SELECT n FROM viewed)
        ORDER BY n FOR UPDATE
      ), counted AS (
        UPDATE video_catalog.progress AS p SET view_count = view_count + views
        FROM locked JOIN viewed USING (n)
        WHERE p.deployment = ${this.#deployment} AND p.n = locked.n
        RETURNING p.*
      )
      SELECT ${columns} FROM counted JOIN video_catalog.video USING (deployment, n)`);
    const records = new Map(rows.map((row) => [Number(row.n), record(row)]));
    return ns.map((n) => {
      const last = records.get(n);
      if (last === undefined) return undefined;
      // The first of k readers gets the count after it, and so on up to what is stored.
      const later = views.get(n)! - 1;
      views.set(n, later);
      return { ...last, viewCount: last.viewCount - later };
    });
  }

  async list({ before, count }: Page): Promise<VideoRecord[]> {
    return this.#records(sql`
      SELECT n FROM video_catalog.video
      WHERE deployment = ${this.#deployment} AND n < ${before} ORDER BY n DESC LIMIT ${count}`);
  }

  async search(text: string, { before, count }: Page): Promise<VideoRecord[]> {
    return this.#records(sql`
      SELECT video_catalog.search(${this.#deployment}, ${text}, ${termsOfQuery(text)}::int[],
        ${before}, ${count})`);
  }

  /** Newest first. An array, so that both tables are looked up by key, whatever the statistics. */
  async #records(numbers: Sql): Promise<VideoRecord[]> {
    const rows = await this.#db.query(sql<Row>`
      SELECT ${columns} FROM unnest(ARRAY(${numbers})) AS wanted (n)
      JOIN video_catalog.video USING (n) JOIN video_catalog.progress USING (deployment, n)
      WHERE deployment = ${this.#deployment} ORDER BY n DESC`);
    return rows.map(record);
  }

  async finish(startedBy: number, drawDuration: () => number): Promise<number | undefined> {
    const next = await this.#nextStart();
    if (next === undefined || next > startedBy) return next;
    await this.#db.transaction((tx) => this.#finishSome(tx, startedBy, drawDuration));
    return this.#nextStart();
  }

  /** Locks in the order of views. A replica that comes second waits, and finds the work done. */
  async #finishSome(tx: Queries, startedBy: number, drawDuration: () => number) {
    const due = await tx.query(sql<{ n: string }>`
      SELECT n FROM video_catalog.progress
      WHERE deployment = ${this.#deployment} AND duration_secs IS NULL
        AND starts_at <= ${startedBy}
      ORDER BY n LIMIT ${finishAtOnce} FOR UPDATE`);
    await tx.execute(sql`
      UPDATE video_catalog.progress AS p SET duration_secs = due.duration_secs
      FROM unnest(${due.map(({ n }) => n)}::bigint[], ${due.map(drawDuration)}::int[])
        AS due (n, duration_secs)
      WHERE deployment = ${this.#deployment} AND p.n = due.n`);
  }

  async #nextStart(): Promise<number | undefined> {
    const [row] = await this.#db.query(sql<{ startsAt: string | null }>`
      SELECT min(starts_at) AS "startsAt" FROM video_catalog.progress
      WHERE deployment = ${this.#deployment} AND duration_secs IS NULL`);
    return row!.startsAt === null ? undefined : Number(row!.startsAt);
  }

  ready(): Promise<void> {
    return this.#db.ready();
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}

const columns = sql`n, title, description, to_json(tags) AS tags, uploaded_at AS "uploadedAt",
    starts_at AS "startsAt", duration_secs AS "durationSecs", view_count AS "viewCount"`;

const record = (row: Row): VideoRecord => ({
  ...row,
  n: Number(row.n),
  uploadedAt: Number(row.uploadedAt),
  startsAt: Number(row.startsAt),
  viewCount: Number(row.viewCount),
});
