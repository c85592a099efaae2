/** Lists while the ring and the keys change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { unique } from '#kit/testing/testing.ts';
import { changeRing } from '../change.ts';
import { Cluster } from '../cluster.ts';
import { listKeys } from '../keys/list.ts';
import type { Replica } from '../store/contract/replicas.ts';
import { sweep } from '../keys/sweep.ts';
import { stores } from './fixtures.ts';
import { jitteryPool, memoryRing } from './jitter.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));
const now = 10;

/** Keys that are alike, and those around the ends of an order by bytes. */
const names = ['k', ...Array.from({ length: 20 }, (_, i) => `k${i * 7}`), 'é', '\uFFFF', '😀'];
const nodeNames = ['a', 'b', 'c', 'd', 'e'];

/**
 * The configuration of one list: so small that its steps meet (swarm testing, Groce et al., 2012).
 */
interface Configuration {
  /** There from the first page to the last, though they are overwritten in the meantime. */
  readonly staying: readonly string[];
  /** Deleted or expired before the first page. */
  readonly gone: readonly string[];
  /** They come and go. */
  readonly others: readonly string[];
  /** One after the other. */
  readonly rings: readonly (readonly string[])[];
  readonly sweeps: boolean;
  /** At most this many turns pass before and after each step of a node. */
  readonly maxTurns: number;
}

const some = (minLength: number) =>
  fc.oneof(
    fc.subarray(names, { minLength, maxLength: 3 }),
    // Many keys make many pages, so that much happens between the first and the last.
    { weight: 2, arbitrary: fc.subarray(names, { minLength: names.length / 2 }) },
  );

const configurations: fc.Arbitrary<Configuration> = fc.record({
  staying: some(1),
  gone: some(0).map((all) => all.map((key) => `${key}-gone`)),
  others: some(0).map((all) => all.map((key) => `${key}-other`)),
  rings: fc.oneof(fc.constant([]), {
    weight: 6,
    arbitrary: fc.array(fc.subarray(nodeNames, { minLength: 1 }), { minLength: 1, maxLength: 4 }),
  }),
  sweeps: fc.boolean(),
  maxTurns: fc.constantFrom(0, 1, 3, 3),
});

const programs = configurations.chain((configuration) =>
  fc.record({
    configuration: fc.constant(configuration),
    limit: fc.integer({ min: 1, max: 12 }),
    prefix: fc.constantFrom('', '', 'k', 'k1'),
    turns: fc.array(fc.nat(configuration.maxTurns), { minLength: 1, maxLength: 50 }),
    /** The first page comes after this many turns of the changes. */
    start: fc.nat(30),
  }),
);

for (const { name, skip, open } of stores) {
  describe(`a list on ${name}`, { skip }, () => {
    it('has each key that stays exactly once, in byte order, and none that is gone, while the ring changes', async (t) => {
      const { first, second } = await open(t);
      let pagesDuringChanges = 0;
      const property = fc.asyncProperty(programs, async (program) => {
        const { configuration, limit, prefix, turns, start } = program;
        const { staying, gone, others, rings, sweeps } = configuration;
        const nodePrefix = unique('n');
        let step = 0;
        const next = () => turns[step++ % turns.length]!;
        const ring = memoryRing(next);
        const openOne = (replica: Replica) =>
          Cluster.open(ring, jitteryPool(replica, nodePrefix, next), named('a', 'b'));
        const [one, two] = [await openOne(first), await openOne(second)];
        const expiring = new Set(gone.filter((_, i) => i % 2 === 1));
        await Promise.all(
          [...staying, ...gone].map((key) =>
            one.put(key, key, { expiresAt: expiring.has(key) ? now : undefined }),
          ),
        );

        const listing = new AbortController();
        const changes = async () => {
          for (const nodes of rings) await changeRing(two, named(...nodes));
        };
        const writes = async () => {
          for (let i = 0; !listing.signal.aborted; i++) {
            const cluster = i % 2 ? one : two;
            await cluster.put(staying[i % staying.length]!, 'again');
            const other = others[i % others.length];
            if (other) await (i % 3 ? cluster.put(other, 'v') : cluster.delete(other));
            if (sweeps && i % 5 === 0) await sweep(cluster, now);
          }
        };
        const list = async () => {
          for (let i = 0; i < start; i++) await turn();
          const deleted = gone.filter((key) => !expiring.has(key));
          await Promise.all(deleted.map((key) => two.delete(key)));
          const listed: string[] = [];
          let cursor: string | undefined;
          do {
            const cluster = listed.length % 2 ? one : two;
            const page = await listKeys(cluster, { prefix, cursor, limit }, now);
            assert.ok(page.keys.length <= limit);
            listed.push(...page.keys.map(({ key }) => key));
            cursor = page.nextCursor;
            if (cluster.view.record.former !== undefined) pagesDuringChanges++;
          } while (cursor !== undefined);
          listing.abort();
          return listed;
        };
        const [listed] = await Promise.all([list(), changes(), writes()]);
        const sorted = listed.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        assert.deepEqual(listed, sorted);
        const expected = staying.filter((key) => key.startsWith(prefix));
        const found = listed.filter((key) => !others.includes(key));
        assert.deepEqual(new Set(found), new Set(expected));
        assert.equal(new Set(listed).size, listed.length);
      });
      await fc.assert(property, { numRuns: name === 'SQLite' ? 100 : 40 });
      assert.ok(pagesDuringChanges > 0, 'no page was read while the ring changed');
    });
  });
}
