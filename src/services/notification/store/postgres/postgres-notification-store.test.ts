/** PostgreSQL only: a clock of its own, and requests of several statements. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPostgres, type Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { keyLifetimeMs } from '#kit/web/idempotency-key.ts';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import { checkRowsWrittenBefore, rowsWrittenBefore } from '../contract/rows-before.ts';
import { acceptSteps } from './accept.ts';
import { openPostgresStore, toDatabaseClock } from './postgres-notification-store.ts';

const T0 = Date.UTC(2026, 0, 1, 12);

test(
  'a key that another replica forgets this very moment is free',
  { skip: missing('postgres') },
  async (t) => {
    const deployment = unique('test');
    const store = await openPostgresStore(servers.postgres, deployment);
    const folder = new URL('./sql/', import.meta.url);
    const db = await openPostgres(servers.postgres, 'notification', folder);
    t.after(() => Promise.all([store.close(), db.close()]));
    const draft = { user_id: 'ann', channel: 'email', title: 't', body: 'b' } as const;
    const key = { text: 'key', fingerprint: 'print' };
    const before = await store.accept(draft, key, T0, T0);
    assert.ok(before.kind === 'new');
    await store.settle(before.notification.n, 1, { state: 'sent' }, T0);
    let statements = 0;
    // The second statement asks what the key led to.
    const slow: Pick<Queries, 'query'> = {
      async query(statement) {
        if (++statements === 2) await store.forget(T0 + keyLifetimeMs);
        return db.query(statement);
      },
    };
    const { accept } = acceptSteps(slow, deployment, toDatabaseClock);
    const accepted = await accept(draft, key, T0 + 1, T0 + 1);
    assert.ok(accepted.kind === 'new');
    assert.ok(accepted.notification.n > before.notification.n);
    assert.equal(statements, 3);
    assert.equal((await store.accept(draft, key, T0 + 1, T0 + 1)).kind, 'repeated');
  },
);

test(
  'claims and pauses last by the clock of the database, however those of replicas differ',
  { skip: missing('postgres') },
  async (t) => {
    const store = await openPostgresStore(servers.postgres, unique('test'));
    t.after(() => store.close());
    const day = keyLifetimeMs;
    const lease = 20_000;
    const [behind, right, ahead] = [T0 - day, Date.now(), Date.now() + day];
    const draft = { user_id: 'ann', channel: 'email', title: 't', body: 'b' } as const;
    for (const [now, other] of [
      [behind, ahead],
      [right, ahead],
      [ahead, behind],
    ] as const) {
      const accepted = await store.accept(draft, undefined, now + lease, now);
      assert.ok(accepted.kind === 'new');
      const { n } = accepted.notification;
      assert.deepEqual(await store.claim(10, other + lease, other), []);
      // A pause of a day, and none.
      const error = 'busy';
      await store.settle(n, 1, { state: 'pending', error, dueAt: now + day }, now);
      assert.deepEqual(await store.claim(10, other + lease, other), []);
      const again = await store.accept(draft, undefined, now + lease, now);
      assert.ok(again.kind === 'new');
      const next = again.notification.n;
      await store.settle(next, 1, { state: 'pending', error, dueAt: now }, now);
      const claimed = await store.claim(10, other + lease, other);
      assert.deepEqual(
        claimed.map((each) => each.n),
        [next],
      );
      assert.deepEqual(await store.claim(10, now + lease, now), []);
      await store.settle(next, 2, { state: 'sent' }, now);
    }
  },
);

test(
  'a send is one statement, whatever its channel, unless its user has preferences',
  { skip: missing('postgres') },
  async (t) => {
    const deployment = unique('test');
    const store = await openPostgresStore(servers.postgres, deployment);
    const folder = new URL('./sql/', import.meta.url);
    const db = await openPostgres(servers.postgres, 'notification', folder);
    t.after(() => Promise.all([store.close(), db.close()]));
    await store.putPreferences('bob', { channels: {}, categories: {} });
    let statements = 0;
    const counting: Pick<Queries, 'query'> = {
      query(statement) {
        statements++;
        return db.query(statement);
      },
    };
    const { accept } = acceptSteps(counting, deployment, toDatabaseClock);
    for (const channel of ['in_app', 'email', 'push'] as const) {
      const draft = { user_id: 'ann', channel, title: 't', body: 'b' };
      statements = 0;
      assert.equal((await accept(draft, undefined, T0, T0)).kind, 'new');
      assert.equal(statements, 1, channel);
      await Promise.all(Array.from({ length: 9 }, () => accept(draft, undefined, T0, T0)));
      assert.equal(statements, 2, channel);
    }
    const bob = { user_id: 'bob', channel: 'email', title: 't', body: 'b' } as const;
    assert.equal((await accept(bob, undefined, T0, T0)).kind, 'preferred');
  },
);

test(
  'a window that held parts for two recipients goes out to each',
  { skip: missing('postgres') },
  async (t) => {
    const deployment = unique('test');
    const store = await openPostgresStore(servers.postgres, deployment, () => sql`0::bigint`);
    const db = await openPostgres(
      servers.postgres,
      'notification',
      new URL('./sql/', import.meta.url),
    );
    t.after(() => Promise.all([store.close(), db.close()]));
    for (const statement of rowsWrittenBefore(T0, deployment).split('\n')) {
      await db.execute(sql.raw(statement));
    }
    await checkRowsWrittenBefore(store, T0);
  },
);
