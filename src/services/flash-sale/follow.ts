/**
 * Positions in the waiting room, and sales, as server-sent events. Each stream begins with the
 * present state; later events are changes of it.
 *
 * Checkouts report nothing, because that would cost every buyer something for the sake of the
 * watchers. Instead, each replica checks the sales that are followed there, and reads again what
 * may have changed. Only promotions, lapses, leaves and the operator's changes are reported.
 */
import type { FastifyReply } from 'fastify';
import type { Clock } from '#kit/host/service.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { Changes, EventStreams, Feed } from '#kit/web/event-streams.ts';
import { stateAt } from './opening.ts';
import { estimateWait } from './queue.ts';
import { expiryField } from './reservation.ts';
import type { SaleStatus } from './store/ledger.ts';
import type { FlashSaleStore, SaleChange } from './store/flash-sale-store.ts';

/** Streams of one replica. */
export const maxStreams = 10_000;

/** How often a replica looks at the sales that are followed. */
export const lookEveryMs = 500;

/** Streams that are read again at one look: more would take the store from the buyers. */
const readsAtOnce = 500;

/** Between two events that tell no more than numbers. */
const spacingMs = 1_000;

type FollowedStore = Pick<FlashSaleStore, 'queuePosition' | 'status'>;

export class Followers implements Changes<SaleChange> {
  readonly #store: FollowedStore;
  readonly #streams: EventStreams<string>;
  readonly #clock: Clock;
  /** Sales of which something was reported since the last look. */
  #changed = new Set<string>();
  /** How each sale that is followed was at the last look. */
  #versions = new Map<string, string>();
  /** The streams that are to be read again, in order. */
  readonly #due = new Set<string>();

  constructor(store: FollowedStore, streams: EventStreams<string>, clock: Clock) {
    this.#store = store;
    this.#streams = streams;
    this.#clock = clock;
  }

  /**
   * Answers a request with the stream of a user's position; without a user, of the sale.
   *
   * @throws Refusal TOO_MANY_STREAMS
   */
  answer(reply: FastifyReply, productId: string, userId?: string): void {
    const key = keyOf(productId, userId);
    const feed =
      userId === undefined
        ? this.#feed(key, 'sale', (now) => saleEvent(this.#store, productId, now))
        : this.#feed(key, 'queue', (now) => queueEvent(this.#store, productId, userId, now));
    this.#streams.answer(reply, key, feed);
  }

  /** Sends a change of one user at once, and one that may be everybody's at the next look. */
  changed({ productId, userId }: SaleChange): void {
    if (userId === undefined) this.#changed.add(productId);
    else this.#streams.changed(keyOf(productId, userId));
  }

  resumed(): void {
    for (const key of this.#streams.keys()) this.#due.add(key);
  }

  /** Looks at the sales that are followed, and reads those streams again whose state may have changed. */
  async look(): Promise<void> {
    const [former, changed] = [this.#versions, this.#changed];
    const versions = new Map<string, string>();
    [this.#versions, this.#changed] = [versions, new Set()];
    for (const [productId, keys] of Map.groupBy(this.#streams.keys(), productOf)) {
      const version = versionOf(await this.#store.status(productId), this.#clock());
      versions.set(productId, version);
      if (former.get(productId) === version && !changed.has(productId)) continue;
      for (const key of keys) this.#due.add(key);
    }
    const slice = new TimeSlice();
    for (const key of this.#due.values().take(readsAtOnce).toArray()) {
      if (slice.isOver) await slice.next();
      this.#due.delete(key);
      this.#streams.changed(key);
    }
  }

  #feed(key: string, name: string, read: (now: number) => Promise<State>): Feed {
    let sent: { text: string; phase: string; at: number } | undefined;
    return async (stream) => {
      const now = this.#clock();
      const { phase, data } = await read(now);
      const text = JSON.stringify(data);
      if (text === sent?.text) return;
      if (phase === sent?.phase && now - sent.at < spacingMs) return void this.#due.add(key);
      stream.send(name, data);
      sent = { text, phase, at: now };
      await stream.taken();
    };
  }
}

interface State {
  /** The part of the state whose changes are told at once. */
  readonly phase: string;
  readonly data: object;
}

async function queueEvent(
  store: FollowedStore,
  productId: string,
  userId: string,
  now: number,
): Promise<State> {
  const place = await store.queuePosition(userId, productId, now);
  if (place.kind === 'promoted') {
    const { orderId: order_id, reservationId: reservation_id } = place;
    const data = { status: 'promoted', order_id, reservation_id, ...expiryField(place) };
    return { phase: order_id, data };
  }
  if (place.kind !== 'waiting') return { phase: 'not_queued', data: { status: 'not_queued' } };
  const { position, isReachable: reachable, returnIntervalMs } = place;
  const estimated_wait_s = estimateWait(position, returnIntervalMs);
  return { phase: 'waiting', data: { status: 'waiting', position, estimated_wait_s, reachable } };
}

/** A product that was never loaded is one without stock. */
async function saleEvent(store: FollowedStore, productId: string, now: number): Promise<State> {
  const status = await store.status(productId);
  const { available, waiting } = status ?? { available: 0, waiting: 0 };
  const state = status === undefined ? 'open' : stateAt(status, now);
  return { phase: state, data: { product_id: productId, state, available, waiting } };
}

const versionOf = (status: SaleStatus | undefined, now: number): string =>
  status === undefined ? '' : `${stateAt(status, now)} ${status.version}`;

/** An id has no control characters. */
const keyOf = (productId: string, userId = '') => `${productId}\n${userId}`;
const productOf = (key: string) => key.slice(0, key.indexOf('\n'));
