/** The step that stores a new video. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { keyLifetimeMs, type IdempotencyKey } from '#kit/web/idempotency-key.ts';
import type { Indexed } from '../../text-search/indexed.ts';
import type { Created, NewVideo } from '../video-catalog-store.ts';
import { termsOf } from './terms.ts';

interface KeyRow {
  readonly fingerprint: string;
  readonly n: number;
  readonly createdAt: number;
  readonly uploadedAt: number;
}

/** As `VideoStore.create`, within a transaction. */
export function creation(db: Sqlite) {
  const findKey = db.get<KeyRow>(
    `SELECT fingerprint, n, created_at AS createdAt, uploaded_at AS uploadedAt
    FROM idempotency_key WHERE key = ? AND expires_at > ?`,
  );
  const putKey = db.run('REPLACE INTO idempotency_key VALUES (?, ?, ?, ?, ?, ?)');
  const next = db.get<{ n: number; uploadedAt: number }>(
    `UPDATE newest SET n = n + 1, uploaded_at = max(uploaded_at, ?)
    RETURNING n, uploaded_at AS uploadedAt`,
  );
  const insertVideo = db.run(
    `INSERT INTO video
      (n, created_at, uploaded_at, duration_secs, tags, details, title, description, searched)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertViews = db.run('INSERT INTO views VALUES (?, 0)');
  const insertTerms = db.run('INSERT INTO term (rowid, terms) VALUES (?, ?)');

  return (video: NewVideo, indexed: Indexed, key: IdempotencyKey | undefined): Created => {
    const { title, description, tags, createdAt, durationSecs } = video;
    const earlier = key && findKey(key.text, createdAt);
    if (earlier !== undefined) {
      const { fingerprint, ...made } = earlier;
      if (fingerprint !== key!.fingerprint) return { kind: 'mismatched' };
      return { kind: 'repeated', video: made };
    }
    const { n, uploadedAt } = next(createdAt)!;
    const fixed = [n, createdAt, uploadedAt, durationSecs] as const;
    const lists = [JSON.stringify(tags), JSON.stringify(video.details)] as const;
    insertVideo(...fixed, ...lists, title, description, indexed.searched);
    insertViews(n);
    insertTerms(n, termsOf(n, indexed));
    if (key) {
      putKey(key.text, key.fingerprint, n, createdAt, uploadedAt, createdAt + keyLifetimeMs);
    }
    return { kind: 'new', video: { ...video, n, uploadedAt, viewCount: 0 } };
  };
}
