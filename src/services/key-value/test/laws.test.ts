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
import type { NodeMap } from '../store/node.ts';
import { versionIdOf, type RingRecord, type RingStore } from '../store/ring-store.ts';
import { ownersOf } from '../view.ts';
import { poolOf, stores } from './fixtures.ts';
import { isLinearizable, type Event } from './linearizable.ts';

/** Lets any number of turns pass before and after each step of a node: all orders can happen. */
function jittery(node: NodeMap, turns: () => number): NodeMap {
  async function late<T>(step: () => Promise<T>): Promise<T> {
    for (let i = turns(); i > 0; i--) await turn();
    const result = await step();
    for (let i = turns(); i > 0; i--) await turn();
    return result;
  }
  return {
    ...node,
    get: (...args) => late(() => node.get(...args)),
    put: (...args) => late(() => node.put(...args)),
    delete: (...args) => late(() => node.delete(...args)),
    accept: (...args) => late(() => node.accept(...args)),
    fence: (...args) => late(() => node.fence(...args)),
  };
}

const jitteryPool = (replica: Replica, prefix: string, turns: () => number) =>
  poolOf(replica, (name, open) => jittery(open(prefix + name), turns));

const calls = fc.array(fc.constantFrom('get', 'get', 'put', 'delete' as const), { maxLength: 6 });
const programs = fc.record({
  clients: fc.array(calls, { minLength: 2, maxLength: 4 }),
  turns: fc.array(fc.nat(3), { minLength: 1, maxLength: 50 }),
  /** Begins after this many turns. */
  change: fc.nat(12),
});

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
      it(`are linearizable ${what}`, async (t) => {
        const { first, second } = await open(t);
        let movedInTime = 0;
        const property = fc.asyncProperty(programs, async ({ clients, turns, change }) => {
          const prefix = unique('n');
          let step = 0;
          const next = () => turns[step++ % turns.length]!;
          const ring = memoryRing(next);
          const openOne = (replica: Replica) =>
            Cluster.open(ring, jitteryPool(replica, prefix, next), before);
          const [one, two] = [await openOne(first), await openOne(second)];
          await one.put(key, 'first');

          let instant = 2;
          const history: Event[] = [{ kind: 'put', value: 'first', called: 0, answered: 1 }];
          const client = async (program: readonly string[], id: number) => {
            for (const [i, kind] of program.entries()) {
              const cluster = (id + i) % 2 ? one : two;
              const called = instant++;
              let value: string | undefined;
              if (kind === 'get') value = await cluster.get(key);
              else if (kind === 'put') await cluster.put(key, (value = `${id}.${i}`));
              else await cluster.delete(key);
              const answered = instant++;
              history.push({ kind: kind as Event['kind'], value, called, answered });
              if (ownersOf(cluster.view, key).former !== undefined) movedInTime++;
            }
          };
          const changer = async () => {
            for (let i = 0; i < change; i++) await turn();
            if (!changing) return;
            for (const nodes of changes) await changeRing(two, nodes);
          };
          await Promise.all([...clients.map(client), changer()]);
          assert.ok(isLinearizable(history), JSON.stringify(history));
        });
        await fc.assert(property, { numRuns: name === 'SQLite' ? 150 : 60 });
        if (changing) assert.ok(movedInTime > 0, 'no operation ran while keys moved');
      });
    }
  });
}

/** Each history has a ring of its own, as slow as the nodes. */
function memoryRing(turns: () => number): RingStore {
  let present: RingRecord | undefined;
  const pass = async () => {
    for (let i = turns(); i > 0; i--) await turn();
  };
  return {
    async load() {
      await pass();
      const loaded = present;
      await pass();
      return loaded;
    },
    async replace(before, record) {
      await pass();
      const isThere = (present && versionIdOf(present)) === (before && versionIdOf(before));
      if (isThere) present = record;
      await pass();
      return isThere;
    },
  };
}
