/** The users of the rooms, as two replicas report them, held against a naive model. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  array,
  assert as assertProperty,
  asyncProperty,
  constant,
  integer,
  nat,
  oneof,
  record,
  subarray,
  type Arbitrary,
} from 'fast-check';
import { pino } from 'pino';
import { isOutage, storeUnavailable } from '#kit/web/problem.ts';
import {
  eventually,
  fakeClock,
  missing,
  servers,
  temporaryFolder,
  unique,
  type FakeClock,
} from '#kit/testing/testing.ts';
import { openRedisStore } from '../store/redis/redis-chat-store.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-chat-store.ts';
import { presence, type ChatStore, type Follower } from '../store/chat-store.ts';
import type { Client } from './client.ts';
import { Hub } from './hub.ts';
import type { Room } from './room.ts';

const log = pino({ level: 'silent' });
const rooms = ['rice', 'tea'];

type Model = Map<string, Map<string, number>>;

/** A replica whose clients come and go as the test says. */
class Replica {
  readonly store: ChatStore;
  readonly hub: Hub;
  readonly #clock: FakeClock;
  /** Whether the store is away when users are published next. */
  failsNext = false;
  readonly clients: { readonly room: Room; readonly client: Client }[] = [];

  constructor(store: ChatStore, clock: FakeClock) {
    this.store = store;
    this.#clock = clock;
    const publishUsers = store.publishUsers.bind(store);
    store.publishUsers = async (...of) => {
      const fails = this.failsNext;
      this.failsNext = false;
      if (fails) throw storeUnavailable();
      await publishUsers(...of);
    };
    this.hub = new Hub(store, clock, log);
  }

  async join(name: string, user: string): Promise<void> {
    const room = await this.hub.enter(name);
    const one = { room, client: {} as Client };
    const remove = () => this.leave(this.clients.indexOf(one));
    const more = { close: remove, terminate() {} };
    Object.assign(one.client, { user, events: false, remove, ...more });
    this.clients.push(one);
    await this.hub.join(room, one.client, undefined);
  }

  leave(index: number): void {
    const [one] = this.clients.splice(index, 1);
    if (one) this.hub.leave(one.room, one.client);
  }

  /** A heartbeat; the next one makes up for what fails. */
  async beat(): Promise<void> {
    await this.hub.heartbeat().catch((error: unknown) => assert.ok(isOutage(error), String(error)));
  }

  /** Adds those who are here to a model. */
  countInto(model: Model): void {
    for (const { room, client } of this.clients) {
      const users = model.get(room.name)!;
      users.set(client.user, (users.get(client.user) ?? 0) + 1);
    }
  }

  async users(name: string): Promise<Map<string, number>> {
    const users = await this.store.users(name, '', 100, this.#clock());
    return new Map(users.map(({ user, connections }) => [user, connections]));
  }
}

/**
 * Tracks the users of a room by its frames; fails for one that comes twice or goes without coming.
 */
function watcher(): Follower & { readonly present: Set<string> } {
  const present = new Set<string>();
  return {
    present,
    messages() {},
    resumed() {},
    kicked: () => 0,
    signals(signals) {
      for (const { event } of signals) {
        assert.ok('user' in event);
        assert.equal(present.has(event.user), event.type === 'left', JSON.stringify(event));
        if (event.type === 'joined') present.add(event.user);
        else present.delete(event.user);
      }
    },
  };
}

/**
 * The configuration of one history: so small that its steps meet (swarm testing, Groce et al.,
 * 2012).
 */
const configurations = record({
  users: integer({ min: 1, max: 3 }),
  rooms: integer({ min: 1, max: rooms.length }),
  /** The steps beside joining and leaving. */
  enabled: subarray(['kick', 'beat', 'die', 'stop', 'oversleep', 'fail'] as const),
});
type Configuration = typeof configurations extends Arbitrary<infer T> ? T : never;

function stepOf(configuration: Configuration) {
  const user = nat({ max: configuration.users - 1 }).map((n) => `user ${n}`);
  const room = nat({ max: configuration.rooms - 1 }).map((n) => rooms[n]!);
  const replica = nat({ max: 1 });
  const others = {
    kick: record({ kick: user, room, replica }),
    beat: record({ beat: replica }),
    die: record({ die: replica }),
    stop: record({ stop: replica }),
    oversleep: record({ oversleep: replica }),
    fail: record({ fail: replica }),
  };
  return oneof(
    { weight: 5, arbitrary: record({ join: user, room, replica }) },
    { weight: 4, arbitrary: record({ leave: nat({ max: 5 }), replica }) },
    ...configuration.enabled.map((kind) => ({ weight: 1, arbitrary: others[kind] })),
  );
}
type Step = ReturnType<typeof stepOf> extends Arbitrary<infer T> ? T : never;

const histories = configurations.chain((configuration) =>
  record({
    configuration: constant(configuration),
    steps: array(stepOf(configuration), { maxLength: 30 }),
  }),
);

describe('presence on two replicas', { skip: missing('redis') }, () => {
  it('equals a naive model in random histories', { timeout: 110_000 }, async (t) => {
    await assertProperty(
      asyncProperty(histories, ({ steps }) => play(t, steps)),
      { numRuns: 40 },
    );
  });

  it('loses the users of one that dies within 30 s', async (t) => {
    const { clock, open } = state(t);
    const [dead, alive] = [await open(), await open()];
    const seen = watcher();
    for (const name of ['ann', 'bob']) await dead.join('tea', name);
    await alive.join('tea', 'bob');
    await dead.hub.heartbeat();
    await eventually(async () => (await alive.users('tea')).size === 2);
    await alive.store.follow('tea', seen);
    seen.present.add('ann').add('bob');
    for (let ms = presence.heartbeatMs; ms < 30_000; ms += presence.heartbeatMs) {
      clock.advance(presence.heartbeatMs);
      await alive.hub.heartbeat();
    }
    await eventually(() => !seen.present.has('ann'));
    assert.deepEqual(await alive.users('tea'), new Map([['bob', 1]]));
  });
});

/** One deployment, and replicas on it. */
function state(t: TestContext) {
  const clock = fakeClock();
  const options = { address: servers.redis, prefix: unique('chat'), history: 100, log };
  const open = async () => {
    const store = await openRedisStore(options);
    t.after(() => store.close());
    return new Replica(store, clock);
  };
  return { clock, open };
}

async function play(t: TestContext, steps: readonly Step[]): Promise<void> {
  const { clock, open } = state(t);
  const replicas: [Replica, Replica] = [await open(), await open()];
  const observer = await open();
  const watchers = new Map(rooms.map((name) => [name, watcher()]));
  for (const [name, seen] of watchers) await observer.store.follow(name, seen);
  for (const one of steps) await act(replicas, one, { clock, open });
  // A failure is made up for by the second heartbeat after it.
  for (let i = 0; i < 2; i++) for (const one of replicas) await one.beat();
  const model: Model = new Map(rooms.map((name) => [name, new Map()]));
  for (const one of replicas) one.countInto(model);
  for (const [name, expected] of model) {
    for (const one of [...replicas, observer]) assert.deepEqual(await one.users(name), expected);
    const { present } = watchers.get(name)!;
    const agrees = () => present.symmetricDifference(new Set(expected.keys())).size === 0;
    await eventually(agrees);
  }
  await Promise.all([...replicas, observer].map(({ store }) => store.close()));
}

async function act(
  replicas: [Replica, Replica],
  one: Step,
  { clock, open }: { clock: FakeClock; open: () => Promise<Replica> },
): Promise<void> {
  if ('join' in one) return replicas[one.replica]!.join(one.room, one.join);
  if ('leave' in one) return replicas[one.replica]!.leave(one.leave);
  if ('beat' in one) return replicas[one.beat]!.beat();
  if ('kick' in one) {
    const kick = { user: one.kick, bannedUntil: undefined, now: clock() };
    await replicas[one.replica]!.store.kick(one.room, kick);
  } else if ('fail' in one) {
    replicas[one.fail]!.failsNext = true;
  } else if ('stop' in one) {
    await replicas[one.stop]!.hub.close(1_000);
    await replicas[one.stop]!.store.close();
    replicas[one.stop] = await open();
  } else {
    // One is silent for too long, and the other one notices. It is replaced, or wakes up again.
    const silent = 'die' in one ? one.die : one.oversleep;
    await replicas[silent]!.beat(); // its last; what it has published is there
    clock.advance(presence.lifetimeMs + 1);
    await replicas[1 - silent]!.beat();
    if ('die' in one) replicas[silent] = await open();
  }
}

it('a room that was interrupted is published again, and a user who was banned during the gap is closed', async (t) => {
  const store = openSqliteStore({ file: `${temporaryFolder()}/chat.db` });
  t.after(() => store.close());
  const clock = fakeClock();
  const one = new Replica(store, clock);
  for (const name of ['ann', 'bob']) await one.join('tea', name);
  await eventually(async () => (await one.users('tea')).size === 2);
  const { room: tea } = one.clients[0]!;
  // Neither reaches this replica, and what it has published is lost.
  await store.unfollow('tea');
  await store.kick('tea', { user: 'ann', bannedUntil: clock() + 1_000, now: clock() });
  await store.publishUsers('tea', new Map([['bob', 0]]));
  tea.resumed();
  await eventually(async () => one.clients.length === 1);
  await eventually(async () => (await one.users('tea')).get('bob') === 1);
  await eventually(async () => !(await one.users('tea')).has('ann'));
});
