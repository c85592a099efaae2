import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '#kit/testing/testing.ts';
import type { Bearer } from '#kit/web/identity/caller.ts';
import { KeptQuotas } from './quotas.ts';
import type { FileStore } from './store/file-store.ts';

test('an addition that ends while the store counts another one is counted', async () => {
  const caller: Bearer = { kind: 'user', name: 'ann', endsAt: Infinity };
  const payer = { caller, ownerId: 'ann' };
  let kept = 0;
  const counting = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const store: Pick<FileStore, 'usage'> = {
    // Counts what is there at once, and answers later, as a database does.
    async usage() {
      const items = kept;
      if (recorded !== undefined) {
        counting.resolve();
        await released.promise;
      }
      return { items, bytes: 0 };
    },
  };
  const quotas = new KeptQuotas(store as FileStore, { FILE_ITEMS_PER_USER: '1' }, () => 0);

  let recorded: (() => void) | undefined;
  const first = quotas.add(payer, 1, () => new Promise<void>((resolve) => (recorded = resolve)));
  await eventually(() => recorded !== undefined);
  const second = quotas.add(payer, 1, async () => {});
  await counting.promise;
  kept = 1;
  recorded!();
  await first;
  released.resolve();
  await assert.rejects(second, { code: 'QUOTA_EXCEEDED' });
});
