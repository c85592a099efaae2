/** Exports what Redis holds as rows of the embedded store, and imports them. */
import { plural } from '../base/plural.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../base/startup-error.ts';
import {
  clientsOf,
  command,
  connect,
  importName,
  loadScripts,
  openRedis,
  unfinishedImportKey,
  type Clients,
  type RedisConnection,
} from '../stores/redis.ts';
import type { Entry, Filling, MovableStore, Taken } from './movable-store.ts';
import { Keys } from './redis/keys.ts';

/** A command and its arguments. */
export type Command = readonly [name: string, key: string, ...args: (string | number)[]];

interface RedisPlan {
  readonly address: string;
  readonly prefix: string;
  readonly tables: readonly string[];
  /** Which keys are ours, as SCAN takes it. */
  readonly patterns: readonly string[];
  readonly read: (keys: Keys) => AsyncGenerator<Entry>;
  /** Makes a new writer for each import. */
  readonly writer: () => Writer;
}

export interface Writer {
  /** The commands that make a row. A row may come twice. */
  write(entry: Entry): readonly Command[];
  /** What is derived, when all rows are there. */
  derive?(keys: Keys): Promise<readonly Command[]>;
}

/** Commands that are sent at once. */
const portion = 500;

/** How soon the server notices that a process has ended, milliseconds. */
const goneAfterMs = 1_000;

/** Removes the keys that match, as of caches. */
export async function clearKeys(address: string, patterns: readonly string[]): Promise<void> {
  const redis = await openRedis(address);
  try {
    await removeKeys(redis, patterns);
  } finally {
    redis.disconnect();
  }
}

async function removeKeys(redis: RedisConnection, patterns: readonly string[]): Promise<void> {
  for (const pattern of patterns) {
    for await (const key of new Keys(redis).matching(pattern)) await command(redis.unlink(key));
  }
}

export function redisMovable(plan: RedisPlan): MovableStore {
  const { address, prefix } = plan;
  return {
    description: 'redis',
    tables: plan.tables,
    async *read() {
      const redis = await openRedis(address);
      try {
        await expectAlone(redis, prefix);
        if (await new Keys(redis).isThere(unfinishedImportKey(prefix))) {
          throw new StartupError(`an import into the keys of "${prefix}" was broken off`);
        }
        yield* plan.read(new Keys(redis));
        await expectAlone(redis, prefix);
      } finally {
        redis.disconnect();
      }
    },
    async take(token) {
      const redis = await connect(address, importName(prefix, token));
      try {
        await expectAlone(redis, prefix, token);
        const keys = new TakenKeys(redis, plan, token);
        await keys.mark();
        return keys;
      } catch (error) {
        redis.disconnect();
        throw error;
      }
    },
  };
}

/** Keys that one import has taken: they are marked with its token. */
class TakenKeys implements Taken {
  brokenOff: readonly string[] = [];
  readonly #redis: RedisConnection;
  readonly #plan: RedisPlan;
  readonly #token: string;
  readonly #mark: string;
  readonly #putMark: (keys: string[], args: string[]) => Promise<readonly string[]>;
  readonly #unmark: (keys: string[], args: string[]) => Promise<unknown>;
  /** Whether all places are empty or whole, so that the mark may go. */
  #isConsistent = true;

  constructor(redis: RedisConnection, plan: RedisPlan, token: string) {
    this.#redis = redis;
    this.#plan = plan;
    this.#token = token;
    this.#mark = unfinishedImportKey(plan.prefix);
    const scripts = loadScripts(redis, new URL('redis/lua/', import.meta.url));
    this.#putMark = scripts('mark', (reply) => tokensOf(reply as string));
    this.#unmark = scripts('unmark', (reply) => reply);
  }

  async mark(): Promise<void> {
    this.brokenOff = await this.#putMark([this.#mark], [this.#token]);
    this.#isConsistent = this.brokenOff.length === 0;
    // A process that has started before the mark was there does not know of it.
    await expectAlone(this.#redis, this.#plan.prefix, this.#token).catch(async (error: unknown) => {
      await this.release();
      throw error;
    });
  }

  async clear(): Promise<void> {
    // Where nobody may ask who is connected, another import may have taken the keys.
    const mark = (await command(this.#redis.get(this.#mark))) ?? '';
    if (tokensOf(mark)[0] !== this.#token) throw takenOver();
    await removeKeys(this.#redis, this.#plan.patterns);
  }

  async begin(): Promise<Filling> {
    await expectEmpty(this.#redis, this.#plan);
    this.#isConsistent = false;
    const writer = this.#plan.writer();
    let isEnding = false;
    return {
      write: (entries) => this.#send(entries.flatMap((entry) => writer.write(entry))),
      finish: async () => {
        isEnding = true;
        await this.#send((await writer.derive?.(new Keys(this.#redis))) ?? []);
        if ((await this.#unmark([this.#mark], [this.#token])) !== 1) throw takenOver();
      },
      abandon: async () => {
        await this.clear();
        // All places have begun, so nothing is left of imports before. At the end, another has
        // committed what the next import must clear.
        this.#isConsistent = !isEnding;
      },
    };
  }

  async release(): Promise<void> {
    // After the end of an import there is none of its own.
    if (this.#isConsistent) await this.#unmark([this.#mark], [this.#token]);
    this.#redis.disconnect();
  }

  async #send(commands: readonly Command[]): Promise<void> {
    for (let rest = commands; rest.length > 0; rest = rest.slice(portion)) {
      const some = rest.slice(0, portion);
      await command(Promise.all(some.map(([name, ...args]) => this.#redis.call(name, ...args))));
    }
  }
}

/** Returns the tokens of a mark: that of the import that has the keys, and those of imports broken off before. */
const tokensOf = (mark: string) => mark.split(' ').filter((token) => token !== '');

const takenOver = () =>
  new StartupError('another import into the same keys has begun; import again, one at a time');

/** @throws StartupError when others are connected; a server that tells nobody is believed */
async function expectAlone(redis: RedisConnection, prefix: string, token?: string): Promise<void> {
  const since = performance.now();
  let found: Clients;
  do {
    found = await clientsOf(redis, prefix, token);
    if (found.processes + found.imports === 0) return;
    // The server may not have noticed yet that a process has ended.
    await sleep(50);
  } while (performance.now() - since < goneAfterMs);
  const { processes, imports } = found;
  throw new StartupError(
    imports > 0
      ? `Redis: another import into the keys of "${prefix}" is under way`
      : `Redis: ${plural(processes, 'connection')} of running processes ${processes === 1 ? 'uses' : 'use'} the keys of "${prefix}": stop the processes first`,
  );
}

async function expectEmpty(redis: RedisConnection, { patterns, prefix }: RedisPlan): Promise<void> {
  for (const pattern of patterns) {
    const { value: key } = await new Keys(redis).matching(pattern).next();
    if (key === undefined) continue;
    throw new StartupError(
      `Redis is not empty: there is ${key}; import before the first start, or set another prefix than "${prefix}"`,
    );
  }
}
