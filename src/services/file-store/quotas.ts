/** How much one user may keep. */
import { openQuotas, type Quotas, type UserQuota } from '#kit/host/quotas.ts';
import type { Environment } from '#kit/host/env.ts';
import type { Clock } from '#kit/host/service.ts';
import type { Caller } from '#kit/web/identity/caller.ts';
import type { FileStore } from './store/file-store.ts';

export const quotas = {
  items: {
    variable: 'FILE_ITEMS_PER_USER',
    default: 10_000,
    what: 'versions of files, folders and unfinished uploads',
  },
  bytes: {
    variable: 'FILE_BYTES_PER_USER',
    default: 10 * 1024 ** 3,
    what: 'bytes of versions and unfinished uploads',
  },
  links: { variable: 'FILE_LINKS_PER_USER', default: 1_000, what: 'links that serve' },
  uploads: {
    variable: 'FILE_UPLOADS_PER_HOUR',
    default: 1_000,
    what: 'resumable uploads begun',
    per: 'hour',
  },
} as const satisfies Quotas;

/** The caller who adds something, and the owner in whose quota it counts. */
interface Payer {
  readonly caller: Caller;
  readonly ownerId: string;
}

/** The additions of one owner that are under way in this process. */
class Owner {
  /** Resolves when everything before has been counted. */
  counted: Promise<unknown> = Promise.resolve();
  /** Additions that are counted and may not be in the store yet. */
  items = 0;
  bytes = 0;
  /** The calls that use this object. */
  users = 0;
}

/**
 * Counts what an owner has in the store. Additions of one owner in one process are counted one after
 * the other, with those under way; each further process may let one more in at the same time.
 */
export class KeptQuotas {
  readonly #files: FileStore;
  readonly #clock: Clock;
  readonly #owners = new Map<string, Owner>();
  readonly #items: UserQuota;
  readonly #bytes: UserQuota;
  readonly #links: UserQuota;
  /** Uploads begun. */
  readonly uploads: UserQuota;

  constructor(files: FileStore, env: Environment, clock: Clock) {
    const opened = openQuotas(quotas, env, clock);
    this.#files = files;
    this.#clock = clock;
    this.#items = opened.items;
    this.#bytes = opened.bytes;
    this.#links = opened.links;
    this.uploads = opened.uploads;
  }

  /**
   * Refuses early what `add` would refuse, to spare the client the body.
   *
   * @throws Refusal QUOTA_EXCEEDED, STORE_UNAVAILABLE
   */
  async demandRoom(payer: Payer, bytes: number): Promise<void> {
    await this.#demand(payer, this.#owners.get(payer.ownerId), bytes);
  }

  /**
   * Runs a step that adds an item of an owner.
   *
   * @throws Refusal QUOTA_EXCEEDED, STORE_UNAVAILABLE; and what the step throws
   */
  async add<T>(payer: Payer, bytes: number, step: () => Promise<T>): Promise<T> {
    if (!this.#hasLimit(payer.caller)) return step();
    return this.#withOwner(payer.ownerId, async (owner) => {
      await inTurn(owner, async () => {
        await this.#demand(payer, owner, bytes);
        owner.items += 1;
        owner.bytes += bytes;
      });
      try {
        return await step();
      } finally {
        owner.items -= 1;
        owner.bytes -= bytes;
      }
    });
  }

  /**
   * Runs a step that adds a link of a file of an owner.
   *
   * @throws Refusal QUOTA_EXCEEDED, STORE_UNAVAILABLE; and what the step throws
   */
  async addLink<T>({ caller, ownerId }: Payer, step: () => Promise<T>): Promise<T> {
    const limit = this.#links.limitFor(caller);
    if (limit === undefined) return step();
    return this.#withOwner(ownerId, (owner) =>
      inTurn(owner, async () => {
        const links = await this.#files.servingLinks(ownerId, this.#clock(), limit);
        if (links >= limit) throw this.#links.exceeded();
        return step();
      }),
    );
  }

  #hasLimit(caller: Caller): boolean {
    return [this.#items, this.#bytes].some((quota) => quota.limitFor(caller) !== undefined);
  }

  async #demand({ caller, ownerId }: Payer, owner: Owner | undefined, more: number) {
    if (!this.#hasLimit(caller)) return;
    const maxItems = this.#items.limitFor(caller) ?? Infinity;
    const maxBytes = this.#bytes.limitFor(caller) ?? Infinity;
    // The store can stop counting at the quota of items.
    const most = Math.min(maxItems, Number.MAX_SAFE_INTEGER);
    // Read before the store counts: an addition that ends in between is counted twice rather than never.
    const { items = 0, bytes = 0 } = owner ?? {};
    const kept = await this.#files.usage(ownerId, this.#clock(), most);
    if (kept.items + items + 1 > maxItems) throw this.#items.exceeded();
    if (kept.bytes + bytes + more > maxBytes) throw this.#bytes.exceeded();
  }

  async #withOwner<T>(id: string, work: (owner: Owner) => Promise<T>): Promise<T> {
    const owner = this.#owners.get(id) ?? new Owner();
    this.#owners.set(id, owner);
    owner.users++;
    try {
      return await work(owner);
    } finally {
      if (--owner.users === 0) this.#owners.delete(id);
    }
  }
}

/** Runs `work` after the work before it, whether or not that succeeded. */
function inTurn<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
  const done = owner.counted.then(work);
  owner.counted = done.catch(() => {});
  return done;
}
