/** Every change is counted, by whichever step it comes: pages follow the counters. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { counted } from '#kit/observe/counters.ts';
import { Metrics } from '#kit/observe/metrics.ts';
import { missing } from '#kit/testing/testing.ts';
import { registerCounters } from '../../counters.ts';
import { add, folder, hour, now, type OpenReplicas } from '../../store/contract/fixtures.ts';
import { openPostgresReplicas, openSqliteReplicas } from '../../store/contract/replicas.ts';

const kept = { now, restorableUntil: now + hour };
const final = { now, restorableUntil: undefined };

function suite(open: OpenReplicas): void {
  test('a deletion is counted with a trash and without, also what the trash forgets on demand', async (t) => {
    const { first } = await open(t);
    const metrics = new Metrics();
    const files = counted(first, registerCounters(metrics, 'file-store').files);
    const expect = async (name: string, label: string, n: number) => {
      const line = `hawker_file_store_${name}_total{service="file-store"${label}} ${n}\n`;
      const found = await metrics.registry.metrics();
      assert.ok(found.includes(line), `${line} is not in ${found}`);
    };
    const removed = (n: number) => expect('changes', ',what="removed"', n);
    const file = async () => (await add(files, 'x')).id;
    const one = await file();
    await files.deleteFile(one);
    await files.deleteFile(one);
    await removed(1);
    await files.deleteFile(await file(), () => false);
    await files.removeFile(await file(), kept, () => false);
    await removed(1);
    await expect('trashed', '', 0);
    const trashed = await file();
    await files.removeFile(trashed, kept);
    await files.removeFolder((await folder(files)).id, { ...final, recursive: true });
    await removed(3);
    await expect('trashed', '', 1);
    await files.discard(trashed, now);
    await files.discard(trashed, now);
    await expect('changes', ',what="discarded"', 1);
  });
}

describe('counters on SQLite', () => suite(openSqliteReplicas));
describe('counters on PostgreSQL', { skip: missing('postgres') }, () =>
  suite(openPostgresReplicas),
);
