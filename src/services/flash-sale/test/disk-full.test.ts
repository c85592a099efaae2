/** A disk without space: some sales fail, none is made twice, and all is well again afterwards. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProcess } from '#kit/testing/process.ts';
import { noSmallDisk, smallDisk } from '#kit/testing/small-disk.ts';
import { checkout, load, secret, stockOf } from './buyers.ts';

const units = 1_000;
const keys = Array.from({ length: 400 }, (_, i) => `k${i}`);

test(
  'on a disk that is full for a while, no key sells twice',
  { skip: noSmallDisk() },
  async (t) => {
    const disk = smallDisk(t);
    const DATA_DIR = disk.folder;
    const { addresses } = await startProcess(t, ['flash-sale'], { DATA_DIR, HMAC_SECRET: secret });
    const address = addresses['flash-sale']!;
    await load(address, 'lamp', units);

    disk.fill();
    const first = await statuses(address, keys);
    disk.free();
    const failed = keys.filter((_, i) => first[i] === 507);
    assert.ok(failed.length > 0, 'the disk was not full');
    assert.deepEqual(new Set(first), new Set(failed.length < keys.length ? [200, 507] : [507]));

    // The buyers try again, in another order; then every key is sent a second time.
    const retries = await statuses(address, failed.toReversed());
    assert.deepEqual(new Set(retries), new Set([200]));
    assert.deepEqual(new Set(await statuses(address, keys)), new Set([409]));
    const { available, held } = await stockOf(address, 'lamp');
    assert.deepEqual([available, held], [units - keys.length, keys.length]);
  },
);

async function statuses(address: string, keysToSend: readonly string[]): Promise<number[]> {
  const answers = keysToSend.map((key) => checkout(address, 'lamp', key));
  return (await Promise.all(answers)).map(({ status }) => status);
}
