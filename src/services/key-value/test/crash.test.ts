/** The real process, killed under load and in the middle of a change of the ring. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { post, type TestProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { surviveEnd } from '#kit/testing/workload/killed.ts';
import { keyValueWorkload } from './workload.ts';

const stores = [
  { name: 'SQLite', skip: false, env: () => ({ DATA_DIR: temporaryFolder() }) },
  {
    name: 'Redis',
    skip: missing('redis'),
    env: () => ({ STORE_ADDR: servers.redis, KEY_VALUE_PREFIX: unique('kv-') }),
  },
];

/**
 * Changes the ring from one to the next of these lists of nodes, until the process was killed while
 * keys moved.
 *
 * @returns the nodes of that change
 */
async function killDuringChange(
  { addresses, end }: TestProcess,
  rings: readonly string[][],
): Promise<readonly string[]> {
  for (let i = 0; i < 100; i++) {
    const nodes = rings[i % rings.length]!;
    let isOver = false;
    void post(addresses['console']!, '/admin/ring', { nodes }).then(
      () => (isOver = true),
      () => {},
    );
    await eventually(async () => isOver || (await ringOf(addresses['console']!)).changing);
    if (isOver) continue;
    await end('SIGKILL');
    return nodes;
  }
  return assert.fail('each change ended at once');
}

async function ringOf(consoleAddress: string): Promise<{ readonly changing: boolean }> {
  const answer = await fetch(`${consoleAddress}/admin/ring`);
  return (await answer.json()) as { changing: boolean };
}

for (const { name, skip, env } of stores) {
  describe(`key-value store on ${name}, killed`, { skip }, () => {
    it('keeps every acknowledged value, compare-and-set too; the list agrees with the values', async (t) => {
      await surviveEnd(t, keyValueWorkload(), { KV_NODES: 'a,b,c', ...env() }, { acts: 1_500 });
    });

    it('keeps every acknowledged value in the middle of a change of the ring', async (t) => {
      const rings = [
        ['b', 'c', 'd'],
        ['a', 'b'],
      ];
      const end = async (process: TestProcess) => {
        const nodes = await killDuringChange(process, rings);
        return { KV_NODES: nodes.join(',') };
      };
      const own = { KV_NODES: 'a,b', ...env() };
      const { addresses } = await surviveEnd(t, keyValueWorkload(), own, { acts: 1_000, end });
      assert.equal((await ringOf(addresses['console']!)).changing, false);
    });

    it('loses nothing when it is asked to stop', async (t) => {
      const own = { KV_NODES: 'a,b,c', ...env() };
      await surviveEnd(t, keyValueWorkload(), own, { acts: 500, signal: 'SIGTERM' });
    });
  });
}
