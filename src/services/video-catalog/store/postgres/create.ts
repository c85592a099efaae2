/** The step that stores new videos. */
import type { Postgres, Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { keyLifetimeMs, type IdempotencyKey } from '#kit/web/idempotency-key.ts';
import { indexedOf, type Indexed } from '../../text-search/indexed.ts';
import { eraSize } from '../../text-search/newest-first.ts';
import type { Created, NewVideo, VideoRecord } from '../video-catalog-store.ts';
import { termsOf } from './video-index.ts';

export interface Request {
  readonly video: NewVideo;
  readonly key: IdempotencyKey | undefined;
}

/** As `VideoStore.create` for each, in one transaction. */
export async function createAll(
  db: Postgres,
  deployment: string,
  requests: readonly Request[],
): Promise<Created[]> {
  const indexed = await Promise.all(requests.map(({ video }) => indexedOf(video)));
  const given = requests.map((request, i) => ({ ...request, indexed: indexed[i]! }));
  if (given.some(({ key }) => key !== undefined)) {
    return db.transaction((tx) => createUnlessKnown(tx, deployment, given));
  }
  const videos = await insert(db, deployment, given);
  return videos.map((video) => ({ kind: 'new', video }));
}

interface Given extends Request {
  readonly indexed: Indexed;
}

/** Within a transaction: all other uploads wait, so what is known of keys stays true. */
async function createUnlessKnown(
  tx: Queries,
  deployment: string,
  given: readonly Given[],
): Promise<Created[]> {
  await tx.execute(sql`
    INSERT INTO video_catalog.newest AS old VALUES (${deployment}, 0, 0)
    ON CONFLICT (deployment) DO UPDATE SET n = old.n`);
  const keys = await findKeys(tx, deployment, given);
  const fresh = given.filter(
    ({ key }, place) =>
      key === undefined ||
      (!keys.has(key.text) && given.findIndex((other) => other.key?.text === key.text) === place),
  );
  const made = await insert(tx, deployment, fresh);
  const videos = new Map(fresh.map((each, i) => [each, made[i]!]));
  await putKeys(tx, deployment, videos);
  for (const [{ key }, video] of videos) {
    if (key) keys.set(key.text, { fingerprint: key.fingerprint, video });
  }
  return given.map((each): Created => {
    const video = videos.get(each);
    if (video !== undefined) return { kind: 'new', video };
    const known = keys.get(each.key!.text)!;
    if (known.fingerprint !== each.key!.fingerprint) return { kind: 'mismatched' };
    const { n, createdAt, uploadedAt } = known.video;
    return { kind: 'repeated', video: { n, createdAt, uploadedAt } };
  });
}

interface Known {
  readonly fingerprint: string;
  readonly video: Pick<VideoRecord, 'n' | 'createdAt' | 'uploadedAt'>;
}

/** The keys that are not free. */
async function findKeys(
  tx: Queries,
  deployment: string,
  given: readonly Given[],
): Promise<Map<string, Known>> {
  const [keys, instants] = [
    given.map(({ key }) => key?.text ?? null),
    given.map(({ video }) => video.createdAt),
  ];
  const rows = await tx.query(sql<{ key: string; fingerprint: string } & Known['video']>`
    SELECT key, fingerprint, n, created_at AS "createdAt", uploaded_at AS "uploadedAt"
    FROM unnest(${keys}::text[], ${instants}::bigint[]) AS given (key, now)
    JOIN video_catalog.idempotency_key USING (key)
    WHERE deployment = ${deployment} AND expires_at > now`);
  return new Map(rows.map(({ key, fingerprint, ...video }) => [key, { fingerprint, video }]));
}

async function putKeys(
  tx: Queries,
  deployment: string,
  videos: ReadonlyMap<Given, VideoRecord>,
): Promise<void> {
  const rows = [...videos].flatMap(([{ key }, { n, createdAt, uploadedAt }]) =>
    key === undefined ? [] : [{ ...key, n, createdAt, uploadedAt }],
  );
  await tx.execute(sql`
    INSERT INTO video_catalog.idempotency_key
    SELECT ${deployment}, text, fingerprint, n, "createdAt", "uploadedAt",
      "createdAt" + ${keyLifetimeMs}
    FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS given (text text,
      fingerprint text, n bigint, "createdAt" bigint, "uploadedAt" bigint)
    ON CONFLICT (deployment, key) DO UPDATE SET fingerprint = excluded.fingerprint,
      n = excluded.n, created_at = excluded.created_at, uploaded_at = excluded.uploaded_at,
      expires_at = excluded.expires_at`);
}

async function insert(
  db: Queries,
  deployment: string,
  given: readonly Given[],
): Promise<VideoRecord[]> {
  if (given.length === 0) return [];
  const rows = given.map(({ video, indexed: { searched, terms } }, place) => {
    return { ...video, searched, terms: termsOf(terms), place };
  });
  const now = Math.max(...given.map(({ video }) => video.createdAt));
  const made = await db.query(sql<{ n: number; uploadedAt: number }>`
    WITH newest AS (
      INSERT INTO video_catalog.newest AS old (deployment, n, uploaded_at)
      VALUES (${deployment}, ${given.length}, ${now})
      ON CONFLICT (deployment) DO UPDATE SET n = old.n + excluded.n,
        uploaded_at = greatest(old.uploaded_at, excluded.uploaded_at)
      RETURNING n, uploaded_at
    ), given AS MATERIALIZED (
      SELECT newest.n - ${given.length} + 1 + place AS n, newest.uploaded_at, given.*
      FROM newest, json_to_recordset(${JSON.stringify(rows)}::text::json) AS given (place int,
        title text, description text, tags text[], "createdAt" bigint, "durationSecs" int,
        searched text, terms text[], details jsonb)
    ), views AS (
      INSERT INTO video_catalog.views SELECT ${deployment}, n, 0 FROM given
    )
    INSERT INTO video_catalog.video
    SELECT ${deployment}, n, title, description, tags, "createdAt", uploaded_at, "durationSecs",
      searched, video_catalog.terms_of(${deployment}, n / ${eraSize}, terms),
      details
    FROM given ORDER BY n
    RETURNING n, uploaded_at AS "uploadedAt"`);
  return given.map(({ video }, i) => ({ ...video, ...made[i]!, viewCount: 0 }));
}
