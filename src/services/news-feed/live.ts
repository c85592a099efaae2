/**
 * Timelines as server-sent events, as they grow.
 *
 * A post notifies nobody, because that would cost every author something for the sake of the
 * watchers. Instead, while a stream is open on a replica, the replica checks whether anything was
 * posted, and reads again for the streams that have something to get.
 */
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { EventStreams, Feed } from '#kit/web/event-streams.ts';
import type { Live } from './store/live.ts';

/** Streams of one replica. */
export const maxStreams = 10_000;

/** How often a replica looks for new posts. */
export const lookEveryMs = 100;

/** Posts that wait in memory for one client. */
const pageSize = 10;

/** @param after the stream begins with the first post that has a greater number */
export function timelineFeed(store: Live, user: string, after: number): Feed {
  let last = after;
  let isFirst = true;
  return async (stream) => {
    if (isFirst) stream.sendPlace(String(last));
    isFirst = false;
    for (;;) {
      const news = await store.since(user, last, pageSize);
      if (news === undefined) return stream.end();
      for (const { number, post } of news.posts) {
        stream.send('post', post, String(number));
        // Before the next one is made into text, others have their turn.
        await stream.taken();
        if (stream.isOver) return;
      }
      last = news.upTo;
      if (!news.more) return;
    }
  };
}

type Streams = Pick<EventStreams<string>, 'count' | 'keys' | 'changed'>;

/** Finds out, for the streams of one replica, which of them have something to get. */
export class NewPosts {
  readonly #store: Live;
  readonly #streams: Streams;
  /** Everything up to this number has been checked; undefined while no stream is open. */
  #last: number | undefined;

  constructor(store: Live, streams: Streams) {
    this.#store = store;
    this.#streams = streams;
  }

  async look(): Promise<void> {
    if (this.#streams.count === 0) {
      this.#last = undefined;
      return;
    }
    const last = await this.#store.last();
    const [former, users] = [this.#last, [...this.#streams.keys()]];
    if (former === last) return;
    const receivers = former === undefined ? users : await this.#store.receivers(users, former);
    this.#last = last;
    const slice = new TimeSlice();
    for (const user of receivers) {
      if (slice.isOver) await slice.next();
      this.#streams.changed(user);
    }
  }
}
