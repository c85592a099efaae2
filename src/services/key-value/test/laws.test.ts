/** Each key is one register, whatever its clients and the ring do at once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { unique } from '#kit/testing/testing.ts';
import { changeRing } from '../change.ts';
import { Cluster } from '../cluster.ts';
import { Ring } from '../ring/ring.ts';
import type { Replica } from '../store/contract/replicas.ts';
import { sweep } from '../keys/sweep.ts';
import { ownersOf } from '../view.ts';
import { stores } from './fixtures.ts';
import { calls, Client, History, type Call } from './history.ts';
import { jitteryPool, memoryRing } from './jitter.ts';
import { isLinearizable } from './linearizable.ts';

/**
 * The configuration of one history: so small that its steps meet (swarm testing, Groce et al.,
 * 2012).
 */
interface Configuration {
  readonly enabled: readonly Call[];
  /** At most this many turns pass before and after each step of a node. */
  readonly maxTurns: number;
  readonly replicas: 1 | 2;
  /** Whether a replica begins again, without what it knew. */
  readonly restarts: boolean;
}

const configurations: fc.Arbitrary<Configuration> = fc.record({
  enabled: fc.subarray([...calls], { minLength: 1 }),
  maxTurns: fc.integer({ min: 0, max: 3 }),
  replicas: fc.constantFrom(1, 2),
  restarts: fc.boolean(),
});

const programs = configurations.chain((configuration) =>
  fc.record({
    configuration: fc.constant(configuration),
    clients: fc.array(
      // Without reads there is nothing to be seen.
      fc.array(fc.constantFrom<Call[]>('get', ...configuration.enabled), { maxLength: 6 }),
      { minLength: 1, maxLength: 4 },
    ),
    turns: fc.array(fc.nat(configuration.maxTurns), { minLength: 1, maxLength: 50 }),
    /** The ring changes after this many turns. */
    change: fc.nat(12),
    /** The clock goes on after this many turns each time. */
    ticks: fc.array(fc.nat(12), { maxLength: 4 }),
  }),
);

const named = (...names: string[]) => names.map((name) => ({ name }));
const before = named('a', 'b');
/** A node comes and one goes, one comes, and all is as it was. */
const changes = [named('b', 'c'), named('b', 'c', 'd'), before];
/** Its owner changes with each. */
const rings = await Promise.all(
  [before, ...changes].map((nodes) => Ring.of(nodes.map(({ name }) => name))),
);
const key = Array.from({ length: 1_000 }, (_, i) => `key-${i}`).find((each) => {
  const owners = rings.map((ring) => ring.owner(each));
  return owners.join() === 'a,c,d,a';
})!;

for (const { name, skip, open } of stores) {
  describe(`random concurrent histories of one key on ${name}`, { skip }, () => {
    for (const changing of [false, true]) {
      const what = changing ? 'while nodes come and go' : 'while the ring is at rest';
      it(`with conditions, deletions and expiry are linearizable ${what}`, async (t) => {
        const { first, second } = await open(t);
        const happened = { moves: 0, refusals: 0, expiries: 0 };
        const property = fc.asyncProperty(programs, async (program) => {
          const { configuration, clients, turns, change, ticks } = program;
          const prefix = unique('n');
          let step = 0;
          const next = () => turns[step++ % turns.length]!;
          const ring = memoryRing(next);
          const openOne = (replica: Replica) =>
            Cluster.open(ring, jitteryPool(replica, prefix, next), before);
          const [one, two] = [await openOne(first), await openOne(second)];
          const clusters = configuration.replicas === 1 ? [one] : [one, two];
          const history = new History();
          await new Client(key, history).run(one, 'put', 'first');

          const client = async (program: readonly Call[], id: number) => {
            const self = new Client(key, history);
            for (const [i, call] of program.entries()) {
              const cluster = clusters[(id + i) % clusters.length]!;
              await self.run(cluster, call, `${id}.${i}`);
              if (ownersOf(cluster.view, key).former !== undefined) happened.moves++;
            }
          };
          const clock = async () => {
            for (const wait of ticks) {
              for (let i = 0; i < wait; i++) await turn();
              await history.tick();
              await sweep(wait % 2 ? one : two, history.now);
            }
          };
          const restarts = async () => {
            for (let i = 0; i < change + 2; i++) await turn();
            if (configuration.restarts) clusters[0] = await openOne(first);
          };
          const changer = async () => {
            for (let i = 0; i < change; i++) await turn();
            if (!changing) return;
            for (const nodes of changes) await changeRing(two, nodes);
          };
          await Promise.all([...clients.map(client), clock(), changer(), restarts()]);
          const { events } = history;
          assert.ok(isLinearizable(events), JSON.stringify(events));
          happened.refusals += events.filter(({ isRefused }) => isRefused).length;
          happened.expiries += events.filter(
            ({ expiresAt = Infinity }) => expiresAt <= history.now,
          ).length;
        });
        await fc.assert(property, { numRuns: name === 'SQLite' ? 200 : 80 });
        assert.ok(!changing || happened.moves > 0, 'no operation ran while keys moved');
        assert.ok(happened.refusals > 0 && happened.expiries > 0);
      });
    }
  });
}
