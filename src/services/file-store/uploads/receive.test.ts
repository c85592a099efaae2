import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { receive } from './receive.ts';

test('the pieces of a body are not kept one by one', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const bytes = randomBytes(70_000);
  const pieces: WeakRef<Buffer>[] = [];
  let mostAlive = 0;
  async function* small() {
    for (const byte of bytes) {
      const piece = Buffer.alloc(1, byte);
      pieces.push(new WeakRef(piece));
      yield piece;
      if (pieces.length % 30_000 > 0) continue;
      await setImmediate();
      collect();
      mostAlive = Math.max(mostAlive, pieces.filter((ref) => ref.deref()).length);
    }
  }
  const folder = temporaryFolder();
  const { hash, file } = await receive({ path: folder, isShared: false }, small(), 1e9);
  assert.ok(mostAlive < 1_000, `${mostAlive} pieces were kept`);
  const [name = ''] = readdirSync(folder);
  assert.ok(readFileSync(join(folder, name)).equals(bytes));
  assert.equal(hash, createHash('sha256').update(bytes).digest('hex'));
  await file.discard();
});
