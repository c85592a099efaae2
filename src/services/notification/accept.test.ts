/** What happens between the statements of one request, on PostgreSQL. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPostgres } from '#kit/postgres.ts';
import { missing, servers, unique } from '#kit/testing.ts';
import { acceptStep } from './accept.postgres.ts';
import { openPostgresStore } from './store.postgres.ts';
import { keyLifetime } from './store.ts';

const T0 = Date.UTC(2026, 0, 1, 12);

test(
  'a key that another replica forgets this very moment is free',
  { skip: missing('postgres') },
  async (t) => {
    const deployment = unique('test');
    const store = await openPostgresStore(servers.postgres, deployment);
    const folder = new URL('./sql/', import.meta.url);
    const sql = await openPostgres(servers.postgres, 'notification', folder);
    t.after(() => Promise.all([store.close(), sql.end({ timeout: 1 })]));
    const draft = { userId: 'ann', channel: 'email', title: 't', body: 'b' } as const;
    const key = { text: 'key', fingerprint: 'print' };
    const before = await store.accept(draft, key, T0, T0);
    assert.ok(before.kind === 'new');
    await store.settle(before.notification.n, 1, { state: 'sent' });
    let statements = 0;
    // The second statement asks what the key led to.
    const slow = new Proxy(sql, {
      async apply(target, self, args) {
        if (++statements === 2) await store.forget(T0 + keyLifetime);
        return Reflect.apply(target, self, args);
      },
    });
    const accepted = await acceptStep(slow, deployment)(draft, key, T0 + 1, T0 + 1);
    assert.ok(accepted.kind === 'new');
    assert.ok(accepted.notification.n > before.notification.n);
    assert.equal(statements, 3);
    assert.equal((await store.accept(draft, key, T0 + 1, T0 + 1)).kind, 'repeated');
  },
);
