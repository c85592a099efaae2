/** A disk without space: some sales fail, none is made twice, and all is well again afterwards. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { startProcess } from '#kit/testing/process.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { checkout, load, secret, stockOf } from './buyers.ts';

const units = 1_000;
const keys = Array.from({ length: 400 }, (_, i) => `k${i}`);

const skip = smallDisk(join(temporaryFolder(), 'probe'));

test('on a disk that is full for a while, no key sells twice', { skip }, async (t) => {
  const DATA_DIR = temporaryFolder();
  assert.equal(smallDisk(DATA_DIR, t), false);
  const { addresses } = await startProcess(t, ['flash-sale'], { DATA_DIR, HMAC_SECRET: secret });
  const address = addresses['flash-sale']!;
  await load(address, 'lamp', units);

  const filler = fill(DATA_DIR);
  const first = await statuses(address, keys);
  rmSync(filler);
  const failed = keys.filter((_, i) => first[i] === 500);
  assert.ok(failed.length > 0, 'the disk was not full');
  assert.deepEqual(new Set(first), new Set(failed.length < keys.length ? [200, 500] : [500]));

  // The buyers try again, in another order; then every key is sent a second time.
  const retries = await statuses(address, failed.toReversed());
  assert.deepEqual(new Set(retries), new Set([200]));
  assert.deepEqual(new Set(await statuses(address, keys)), new Set([409]));
  const { available, held } = await stockOf(address, 'lamp');
  assert.deepEqual([available, held], [units - keys.length, keys.length]);
});

async function statuses(address: string, keysToSend: readonly string[]): Promise<number[]> {
  const answers = keysToSend.map((key) => checkout(address, 'lamp', key));
  return (await Promise.all(answers)).map(({ status }) => status);
}

/** Mounts a small disk; says why not when this user may not. */
function smallDisk(path: string, t?: TestContext): string | false {
  mkdirSync(path, { recursive: true });
  const mount = ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', path];
  const { status, stderr, error } = spawnSync('mount', mount, { encoding: 'utf8' });
  const unmount = () => spawnSync('umount', ['-l', path]);
  if (t) t.after(unmount);
  else unmount();
  return status === 0 ? false : `no tmpfs can be mounted: ${error?.message ?? stderr.trim()}`;
}

/** Takes all the space of the disk. */
function fill(folder: string): string {
  const { bavail, bsize } = statfsSync(folder);
  const path = join(folder, 'filler');
  writeFileSync(path, Buffer.alloc(bavail * bsize));
  return path;
}
