/** Random histories of rooms, through two replicas in turn, read as a naive model says. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { Message } from '../message.ts';
import { presence, type ChatStore } from '../chat-store.ts';
import { at } from './fixtures.ts';
import type { OpenKeeping } from './history.ts';

/**
 * The configuration of one history: so small that its steps meet (swarm testing, Groce et al.,
 * 2012).
 */
interface Configuration {
  readonly rooms: readonly string[];
  readonly users: readonly string[];
  /** Messages that are kept of a room. */
  readonly kept: number;
  readonly enabled: readonly Kind[];
  /** How far the clock may go from step to step, milliseconds: it may stand still, and jump. */
  readonly ticks: readonly number[];
}

/** A room is idle after many heartbeats: a store may know for one that a room is listed. */
const idleMs = 2 * presence.heartbeatMs;

const kinds = ['say', 'delete', 'ban', 'remove', 'read'] as const;
type Kind = (typeof kinds)[number];

type Step = { readonly room: string; readonly tick: number } & (
  | { readonly kind: 'say'; readonly by: readonly string[]; readonly isOperator: boolean }
  /** `back`: how long before the latest. */
  | { readonly kind: 'delete'; readonly back: number }
  | { readonly kind: 'ban'; readonly user: string; readonly ms: number | undefined }
  | { readonly kind: 'remove' }
  | { readonly kind: 'read'; readonly from: number; readonly limit: number }
);

const configurations: fc.Arbitrary<Configuration> = fc.record({
  rooms: fc.subarray(['rice "/\\ ü', 'tea'], { minLength: 1 }),
  users: fc.subarray(['ann', 'bob', 'cat "/\\ ü'], { minLength: 1 }),
  kept: fc.constantFrom(1, 2, 3, 5),
  enabled: fc.subarray([...kinds], { minLength: 1 }),
  ticks: fc.subarray([0, 1, 1_000, idleMs, 10 * idleMs], { minLength: 1 }),
});

function stepOf({ rooms, users, kept, enabled, ticks }: Configuration): fc.Arbitrary<Step> {
  const room = fc.constantFrom(...rooms);
  const tick = fc.constantFrom(...ticks);
  const user = fc.constantFrom(...users);
  const back = fc.integer({ min: -1, max: kept + 1 });
  const of: Record<Kind, fc.Arbitrary<Step>> = {
    say: fc.record({
      kind: fc.constant('say'),
      room,
      tick,
      isOperator: fc.boolean(),
      by: fc.array(user, { minLength: 1, maxLength: kept + 2 }),
    }),
    delete: fc.record({ kind: fc.constant('delete'), room, tick, back }),
    ban: fc.record({
      kind: fc.constant('ban'),
      room,
      tick,
      user,
      ms: fc.constantFrom(undefined, 0, 1, 1_000),
    }),
    remove: fc.record({ kind: fc.constant('remove'), room, tick }),
    read: fc.record({ kind: fc.constant('read'), room, tick, from: back, limit: fc.nat(6) }),
  };
  // Without messages there is nothing to read.
  return fc.oneof(of.say, ...enabled.map((kind) => of[kind]));
}

const histories = configurations.chain((configuration) =>
  fc.record({
    configuration: fc.constant(configuration),
    steps: fc.array(stepOf(configuration), { maxLength: 40, size: 'max' }),
  }),
);

class Model {
  readonly #kept: number;
  readonly #rooms = new Map<string, Message[]>();
  /** Until when, by `room user`. */
  readonly bans = new Map<string, number>();

  constructor(kept: number) {
    this.#kept = kept;
  }

  all(room: string): Message[] {
    return this.#rooms.get(room) ?? [];
  }

  kept(room: string): Message[] {
    return this.all(room).slice(-this.#kept);
  }

  mayTalk(room: string, user: string, now: number): boolean {
    return (this.bans.get(`${room} ${user}`) ?? 0) <= now;
  }

  say(room: string, users: readonly string[], timestamp: number): void {
    const all = this.all(room);
    for (const user of users) {
      const seq = all.length + 1;
      all.push({ user, room, content: `from ${user}`, timestamp, seq });
    }
    if (all.length > 0) this.#rooms.set(room, all);
  }

  /** @returns the message as it is now */
  delete(room: string, seq: number): Message | undefined {
    const found = this.kept(room).find((one) => one.seq === seq);
    if (found === undefined) return undefined;
    const deleted = { ...found, content: '', deleted: true as const };
    this.all(room)[seq - 1] = deleted;
    return deleted;
  }

  remove(before: number): void {
    for (const [room, messages] of this.#rooms) {
      if (messages.at(-1)!.timestamp < before) this.#rooms.delete(room);
    }
  }

  names(): string[] {
    return [...this.#rooms.keys()];
  }
}

async function play(store: ChatStore, model: Model, step: Step, now: number): Promise<void> {
  const { room } = step;
  const last = model.all(room).length;
  if (step.kind === 'say') {
    const drafts = step.by.map((user) => ({ user, content: `from ${user}`, timestamp: now }));
    const allowed = step.by.filter((user) => step.isOperator || model.mayTalk(room, user, now));
    model.say(room, allowed, now);
    const seq = model.all(room).length;
    const appended = await store.append(room, drafts, step.isOperator ? 'operator' : undefined);
    assert.deepEqual(appended, { seq, leftOut: step.by.length - allowed.length });
  } else if (step.kind === 'delete') {
    const isGone = last - step.back <= last - model.kept(room).length;
    const expected = model.delete(room, last - step.back);
    const deleted = await store.deleteMessage(room, last - step.back);
    // A store may keep more than it shows.
    if (!isGone || deleted === undefined) assert.deepEqual(deleted, expected);
  } else if (step.kind === 'ban') {
    const bannedUntil = step.ms === undefined ? undefined : now + step.ms;
    await store.kick(room, { user: step.user, bannedUntil, now });
    if (bannedUntil !== undefined) model.bans.set(`${room} ${step.user}`, bannedUntil);
  } else if (step.kind === 'remove') {
    await store.removeRooms(now - idleMs, now);
    model.remove(now - idleMs);
  } else {
    const from = last - step.from;
    const kept = model.kept(room);
    const { messages } = await store.history(room, from, step.limit);
    assert.deepEqual(messages, kept.filter(({ seq }) => seq > from).slice(0, step.limit));
    const before = kept.filter(({ seq }) => seq < from);
    const latest = await store.latest(room, from, step.limit);
    assert.deepEqual(latest, before.slice(Math.max(0, before.length - step.limit)));
  }
}

/** Every way to read shows what the model shows. */
async function compare(
  store: ChatStore,
  model: Model,
  { rooms, users }: Configuration,
  now: number,
): Promise<void> {
  for (const room of rooms) {
    const kept = model.kept(room);
    const last = model.all(room).length;
    const history = await store.history(room, 0, 100);
    assert.deepEqual(history, { first: last - kept.length + 1, last, messages: kept });
    assert.equal(await store.lastSeq(room), last);
    const banned = users.filter((user) => !model.mayTalk(room, user, now));
    assert.deepEqual((await store.banned(room, now)).toSorted(), banned.toSorted());
    for (const user of users) {
      const until = (await store.bannedUntil(room, user)) ?? 0;
      assert.equal(
        until > now ? until : 0,
        banned.includes(user) ? model.bans.get(`${room} ${user}`) : 0,
      );
    }
  }
  const listed = await store.rooms('', 100_000, now);
  const own = listed.flatMap(({ name }) => (rooms.includes(name) ? [name] : []));
  assert.deepEqual(own, model.names().toSorted());
}

export function lawsContract(name: string, open: OpenKeeping, skip: string | false): void {
  describe(`rooms on ${name}`, { skip }, () => {
    it('keep, delete, ban and forget as a naive model does, in random histories', async (t) => {
      const opened = new Map<number, Promise<[ChatStore, ChatStore]>>();
      let run = 0;
      const law = fc.asyncProperty(histories, async ({ configuration, steps }) => {
        const { kept, rooms } = configuration;
        const stores = await opened.getOrInsertComputed(kept, () => open(kept)(t));
        const model = new Model(kept);
        // Each history has rooms of its own in what all share.
        run++;
        const nameOf = (room: string) => `${room} ${run}`;
        let now = at;
        let beaten = at;
        for (const [i, step] of steps.entries()) {
          now += step.tick;
          if (now - beaten >= presence.heartbeatMs) {
            for (const store of stores) await store.heartbeat(now);
            beaten = now;
          }
          await play(stores[i % 2]!, model, { ...step, room: nameOf(step.room) }, now);
        }
        const own = { ...configuration, rooms: rooms.map(nameOf) };
        for (const store of stores) await compare(store, model, own, now);
      });
      await fc.assert(law, { numRuns: name === 'SQLite' ? 60 : 20 });
    });
  });
}
