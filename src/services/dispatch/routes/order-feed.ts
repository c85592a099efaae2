/** Orders streamed to those who wait for them, as server-sent events. */
import type { EventStreams, Feed } from '#kit/web/event-streams.ts';
import type { Clock } from '#kit/host/service.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { Dispatch } from '../dispatch.ts';
import type { Driver } from '../store/drivers.ts';
import { followed } from '../store/dispatch-store.ts';
import { trackedView } from './views.ts';

/** The least time between two positions of the driver on a stream, milliseconds. */
const positionEveryMs = 1_000;

/** The streams of orders of one replica. */
export class OrderFeeds {
  readonly #dispatch: Dispatch;
  readonly #streams: EventStreams<string>;
  readonly #clock: Clock;
  /** Keys of followed orders that a driver has in hand. Location reports notify no stream. */
  readonly #underWay = new Set<string>();

  constructor(dispatch: Dispatch, streams: EventStreams<string>, clock: Clock) {
    this.#dispatch = dispatch;
    this.#streams = streams;
    this.#clock = clock;
  }

  /** Sends the order, and sends it again whenever it has changed. */
  feed(orderId: string): Feed {
    let sent: string | undefined;
    let shown: { readonly driver: Driver; readonly at: number } | undefined;
    return async (stream) => {
      const now = this.#clock();
      const tracked = await this.#dispatch.store.orders.track(orderId);
      if (!tracked) return stream.end(); // its record was deleted
      const { driver } = tracked;
      this.#follow(followed.order(orderId), driver !== undefined);
      const isRecent =
        shown?.driver.driverId === driver?.driverId && now < (shown?.at ?? 0) + positionEveryMs;
      if (!isRecent) shown = driver && { driver, at: now };
      const view = trackedView(this.#dispatch.rules, tracked, shown?.driver);
      const text = JSON.stringify(view);
      if (text !== sent) stream.send('order', view);
      sent = text;
      await stream.taken();
    };
  }

  #follow(key: string, isUnderWay: boolean): void {
    if (isUnderWay) this.#underWay.add(key);
    else this.#underWay.delete(key);
  }

  /** Makes the streams of these orders look again where their driver is. */
  async lookAgain(): Promise<void> {
    const slice = new TimeSlice();
    for (const key of this.#underWay) {
      if (slice.isOver) await slice.next();
      if (this.#streams.has(key)) this.#streams.changed(key);
      else this.#underWay.delete(key);
    }
  }
}
