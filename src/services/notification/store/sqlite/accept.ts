/** The steps that store new notifications. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { keyLifetimeMs, type IdempotencyKey } from '#kit/web/idempotency-key.ts';
import { atOnce, type Plan } from '../../notification.ts';
import { dependsOnPreferences } from '../../rules/decide.ts';
import type { Preferences } from '../../rules/preference-schemas.ts';
import { entryOf, newNotification, recipientColumn, toNotification } from '../row.ts';
import type { Entry, Row } from '../row.ts';
import type { Accepted, Draft, Preferred } from '../notification-store.ts';

export type KeySteps = ReturnType<typeof keySteps>;

/** Idempotency keys, within a transaction. */
export function keySteps(db: Sqlite) {
  const findKey = db.get<{ fingerprint: string; n: number }>(
    'SELECT fingerprint, n FROM idempotency_key WHERE key = ? AND expires_at > ?',
  );
  const putKey = db.run('REPLACE INTO idempotency_key VALUES (?, ?, ?, ?)');
  return {
    /** Finds the notification that a key leads to; undefined when it is free. */
    earlier(key: IdempotencyKey | undefined, now: number) {
      const earlier = key && findKey(key.text, now);
      if (earlier !== undefined) {
        if (earlier.fingerprint !== key!.fingerprint) return { kind: 'mismatched' } as const;
        return { kind: 'repeated', n: earlier.n } as const;
      }
      return undefined;
    },
    put(key: IdempotencyKey | undefined, n: number, now: number): void {
      if (key) putKey(key.text, key.fingerprint, n, now + keyLifetimeMs);
    },
  };
}

export type Insertion = ReturnType<typeof insertion>;

/** Numbers and rows, within a transaction. */
export function insertion(db: Sqlite) {
  // A clock that stands still, or goes back, is nudged forward.
  const nextNumber = db.get<{ n: number }>(
    'UPDATE counter SET last = max(last + 1, ?) RETURNING last AS n',
  );
  const put = db.run(`INSERT INTO notification (n, user_id, channel, state, attempts, due_at,
    batch, digest, recipient, extra, trace, title, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const next = (now: number) => nextNumber(now)!.n;
  return {
    next,
    /** @returns its number */
    put(draft: Draft, entry: Entry, now: number, of: { batch?: number; digest?: number } = {}) {
      const { user_id, channel, title, body } = draft;
      const { state, attempts, dueAt, extra, trace } = entry;
      const { batch = null, digest = null } = of;
      const n = next(now);
      const recipient = recipientColumn(draft);
      const begin = [n, user_id, channel, state, attempts, dueAt, batch, digest] as const;
      put(...begin, recipient, extra, trace, title, body);
      return n;
    },
  };
}

/**
 * As `accept` and `acceptPlanned` of NotificationStore, within a transaction.
 *
 * @param find the row with a number in its id
 * @param preferencesOf undefined: none
 */
export function acceptSteps(
  keys: KeySteps,
  insert: Insertion,
  find: (n: number) => Row | undefined,
  preferencesOf: (userId: string) => Preferences | undefined,
) {
  const earlierOf = (key: IdempotencyKey | undefined, now: number): Accepted | undefined => {
    const earlier = keys.earlier(key, now);
    if (earlier?.kind !== 'repeated') return earlier;
    // A key never outlives its notification: see `forget`.
    return { kind: 'repeated', notification: toNotification(find(earlier.n)!) };
  };

  function store(
    draft: Draft,
    plan: Plan,
    key: IdempotencyKey | undefined,
    claimedUntil: number,
    now: number,
  ): Accepted {
    const entry = entryOf(draft, plan, claimedUntil, now);
    const n = insert.put(draft, entry, now);
    keys.put(key, n, now);
    return { kind: 'new', notification: newNotification(draft, n, entry) };
  }

  return {
    accept(
      draft: Draft,
      key: IdempotencyKey | undefined,
      claimedUntil: number,
      now: number,
    ): Accepted | Preferred {
      const earlier = earlierOf(key, now);
      if (earlier) return earlier;
      const preferences = dependsOnPreferences(draft) ? preferencesOf(draft.user_id) : undefined;
      if (preferences) return { kind: 'preferred', preferences };
      return store(draft, atOnce, key, claimedUntil, now);
    },
    acceptPlanned(
      draft: Draft,
      plan: Plan,
      key: IdempotencyKey | undefined,
      claimedUntil: number,
      now: number,
    ): Accepted {
      return earlierOf(key, now) ?? store(draft, plan, key, claimedUntil, now);
    },
  };
}
