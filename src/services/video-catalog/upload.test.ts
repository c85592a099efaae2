import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idempotencyKey } from '#kit/web/idempotency-key.ts';
import { openDatabase, sqliteStore } from './store/sqlite/sqlite-video-catalog-store.ts';
import { upload } from './upload.ts';

const texts = { title: 'Tea', description: 'hot', tags: ['a'] };

test('a key that was kept before there were details holds for an upload without them', async (t) => {
  const db = openDatabase({ file: ':memory:' });
  t.after(() => db.close());
  const store = sqliteStore(db);
  const earlier = { ...texts, details: {}, createdAt: 5, durationSecs: 10 };
  await store.create(earlier, idempotencyKey('key', ['Tea', 'hot', ['a']]));
  const context = { store, drawDuration: () => 10 };
  assert.equal((await upload(context, texts, 'key', 6)).isNew, false);
  const other = { ...texts, thumbnail_url: 'https://img.example/tea.webp' };
  await assert.rejects(upload(context, other, 'key', 7), { code: 'KEY_REUSED' });
});
