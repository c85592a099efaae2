/** SQLite only: how many statements a send takes; and rows that were written before. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { test } from 'node:test';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { checkRowsWrittenBefore, rowsWrittenBefore } from '../contract/rows-before.ts';
import { openSqliteStore } from './sqlite-notification-store.ts';

const T0 = Date.UTC(2026, 0, 1, 12);

test('a send takes a number and a row, and looks for preferences only where anybody has some', async (t) => {
  const file = join(temporaryFolder(), 'notification.db');
  let store = openSqliteStore({ file });
  t.after(() => store.close());
  let statements = 0;
  for (const way of ['get', 'all', 'run'] as const) {
    const own = StatementSync.prototype[way] as (...of: unknown[]) => unknown;
    t.mock.method(StatementSync.prototype, way, function (this: StatementSync, ...of: unknown[]) {
      statements++;
      return own.apply(this, of);
    });
  }
  const cost = async (channel: 'in_app' | 'email', category?: string) => {
    const more = category === undefined ? {} : { category };
    const draft = { user_id: 'ann', channel, title: 't', body: 'b', ...more };
    statements = 0;
    await store.accept(draft, undefined, T0, T0);
    // Besides BEGIN and COMMIT.
    return statements - 2;
  };
  for (const channel of ['in_app', 'email'] as const) assert.equal(await cost(channel), 2);
  assert.equal(await cost('in_app', 'news'), 2);
  await store.putPreferences('bob', { channels: {}, categories: {} });
  for (let i = 0; i < 2; i++) {
    assert.equal(await cost('in_app'), 2);
    assert.equal(await cost('email'), 3);
    assert.equal(await cost('in_app', 'news'), 3);
    await store.close();
    store = openSqliteStore({ file });
  }
});

test('a window that held parts for two recipients goes out to each', async (t) => {
  const file = join(temporaryFolder(), 'notification.db');
  const db = new DatabaseSync(file);
  const first = new URL('./sql/0001-notification.sql', import.meta.url);
  db.exec(readFileSync(first, 'utf8'));
  db.exec('PRAGMA user_version = 1');
  db.exec(rowsWrittenBefore(T0));
  db.close();
  const store = openSqliteStore({ file });
  t.after(() => store.close());
  await checkRowsWrittenBefore(store, T0);
});
