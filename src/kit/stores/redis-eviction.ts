/** Watches that Redis keeps every key: one that may evict keys loses what was acknowledged. */
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { redactUrl } from '../base/address-form.ts';
import { StartupError } from '../base/startup-error.ts';
import { connect, storeError, type RedisConnection } from './redis.ts';
import { infoOf, ifAllowed } from './redis-start.ts';

/** How often the policy is checked, since it can be changed while we run, milliseconds. */
const checkEveryMs = 60_000;

export interface WatchOptions {
  readonly address: string;
  /** Whether keys may be lost: then a policy that evicts is a warning. */
  readonly mayLoseKeys: boolean;
  readonly log: Logger;
}

/** The eviction policy of one server. */
interface Policy {
  /** Undefined if the server does not tell it. */
  readonly name: string | undefined;
  /** Address of the server. */
  readonly server: string;
}

/**
 * Checks the eviction policy of every master at an address: now, at each reconnection and once a
 * minute.
 *
 * @throws StartupError when one may evict keys that must be kept, or nothing answers there
 */
export async function watchEviction(options: WatchOptions): Promise<EvictionWatch> {
  const redis = await connect(options.address);
  try {
    const watch = new EvictionWatch(redis, options);
    await watch.start();
    return watch;
  } catch (error) {
    redis.disconnect();
    throw error;
  }
}

export class EvictionWatch {
  readonly #redis: RedisConnection;
  readonly #options: WatchOptions;
  #timer: NodeJS.Timeout | undefined;
  /** The policy by which keys may be lost, as of the last check. */
  #evicting: Policy | undefined;

  constructor(redis: RedisConnection, options: WatchOptions) {
    this.#redis = redis;
    this.#options = options;
  }

  async start(): Promise<void> {
    const { mayLoseKeys, log } = this.#options;
    const policies = await this.#read();
    this.#evicting = policies.find(evicts);
    if (this.#evicting !== undefined && !mayLoseKeys) {
      throw new StartupError(
        `${sentenceOf(this.#evicting)}, and its keys must be kept: redis-cli config set maxmemory-policy noeviction, or start with ALLOW_EVICTION=1`,
      );
    }
    if (this.#evicting !== undefined) log.warn(`${sentenceOf(this.#evicting)}${consequence}`);
    for (const { server } of policies.filter(({ name }) => name === undefined)) {
      log.warn(
        `Redis at ${server} tells neither INFO memory nor CONFIG GET maxmemory-policy: unless that is noeviction, acknowledged data may be lost`,
      );
    }
    const again = () => void this.#check();
    this.#redis.on('ready', again);
    this.#timer = setInterval(again, checkEveryMs).unref();
  }

  /** Rejects while keys may be evicted that must be kept; the address stays with the log. */
  async ready(): Promise<void> {
    if (this.#evicting === undefined || this.#options.mayLoseKeys) return;
    throw new Error(`Redis may evict keys (maxmemory-policy ${this.#evicting.name})`);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#redis.disconnect();
  }

  async #check(): Promise<void> {
    const { mayLoseKeys, log } = this.#options;
    try {
      const before = this.#evicting;
      const after = (await this.#read()).find(evicts);
      this.#evicting = after;
      if (after?.name === before?.name && after?.server === before?.server) return;
      if (after === undefined) log.warn('Redis evicts no keys any more');
      else if (mayLoseKeys) log.warn(`${sentenceOf(after)}${consequence}`);
      else log.error(`${sentenceOf(after)}${consequence}; set it to noeviction`);
    } catch (error) {
      // The services report that their store is away, and the check is repeated when it is back.
      if (storeError(error) === error)
        log.error({ err: error }, 'cannot check the eviction policy');
    }
  }

  /** Asks every master. */
  async #read(): Promise<Policy[]> {
    if (this.#redis instanceof Redis) {
      return [{ server: redactUrl(this.#options.address), name: await policyOf(this.#redis) }];
    }
    const read = async (node: Redis): Promise<Policy[]> => {
      const server = `${node.options.host}:${node.options.port}`;
      try {
        return [{ server, name: await policyOf(node) }];
      } catch (error) {
        // A replica is about to take over for a master that is away; the next check asks that one.
        if (storeError(error) === error) throw error;
        return [];
      }
    };
    return (await Promise.all(this.#redis.nodes('master').map(read))).flat();
  }
}

const consequence = ': acknowledged data may be lost';

const evicts = ({ name }: Policy) => name !== undefined && name !== 'noeviction';

const sentenceOf = ({ server, name }: Policy) =>
  `Redis at ${server} may evict keys (maxmemory-policy ${name})`;

/** INFO first: where a server is managed by others, CONFIG is often disabled. */
async function policyOf(redis: Redis): Promise<string | undefined> {
  const info = await infoOf(redis, 'memory');
  const policy = info.get('maxmemory_policy');
  if (policy !== undefined) return policy;
  const reply = await ifAllowed(redis.config('GET', 'maxmemory-policy'));
  return reply?.[1];
}
