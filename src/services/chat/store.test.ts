import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { missing, servers, temporaryFolder, unique } from '#kit/testing.ts';
import { presenceContract, storeContract } from './store.contract.ts';
import { openRedisStore } from './store.redis.ts';
import { ChatMemory, openDatabase, sqliteStore } from './store.sqlite.ts';
import type { ChatStore } from './store.ts';

storeContract('SQLite', async (t) => {
  const db = openDatabase({ file: join(temporaryFolder(), 'chat.db') });
  const memory = new ChatMemory();
  t.after(() => db.close());
  return [sqliteStore(db, memory), sqliteStore(db, memory)];
});

storeContract('Redis', openTwo(servers.redis), missing('redis'));
storeContract('Redis Cluster', openTwo(servers.cluster), missing('cluster'));
presenceContract('Redis', openTwo(servers.redis), missing('redis'));

it('keeps history over a restart, on SQLite', async (t) => {
  const file = join(temporaryFolder(), 'chat.db');
  const first = openDatabase({ file });
  const before = sqliteStore(first, new ChatMemory());
  await before.append('tea', [{ user: 'ann', content: 'one', timestamp: 1 }]);
  await before.close();
  await first.close();
  const second = openDatabase({ file });
  t.after(() => second.close());
  const after = sqliteStore(second, new ChatMemory());
  await after.append('tea', [{ user: 'bob', content: 'two', timestamp: 2 }]);
  assert.deepEqual(
    (await after.history('tea', 0)).map(({ seq, content }) => [seq, content]),
    [
      [1, 'one'],
      [2, 'two'],
    ],
  );
});

function openTwo(address: string) {
  return async (t: TestContext): Promise<[ChatStore, ChatStore]> => {
    const prefix = unique('chat');
    const stores = [await openRedisStore(address, prefix), await openRedisStore(address, prefix)];
    t.after(() => Promise.all(stores.map((store) => store.close().catch(() => {}))));
    return stores as [ChatStore, ChatStore];
  };
}
