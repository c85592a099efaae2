/** Streams of server-sent events that outlive their connections. */
import { isPassing, type Answer } from '../http.ts';
import { HawkerError } from '../problem.ts';
import type { Tokens } from '../tokens.ts';
import { backOff, type Wait } from '../wait.ts';
import { eventsOf } from './events.ts';
import type { Stream, StreamEvent } from './stream.ts';

export type Event = StreamEvent<unknown>;
export type StreamMembers = Readonly<Record<string, unknown>>;

/** What somebody has to know of one stream. */
export interface Habits {
  /** Where a journal begins that would else begin with what comes after the connection is made. */
  readonly start?: (members: StreamMembers) => Promise<string>;
  /** What is said again after a reconnection, and what was missed. One for each stream. */
  readonly resume?: (members: StreamMembers) => Resumption;
}

export interface Resumption {
  /** Called when a connection is there, before its events are read. */
  connected(): Promise<Event[]>;
  /** Whether an event is news. */
  isNews(event: Event): boolean;
}

interface Followed extends Habits {
  readonly open: (headers: Record<string, string>, signal: AbortSignal) => Promise<Answer>;
  readonly members: StreamMembers;
  readonly signal?: AbortSignal | undefined;
  readonly tokens: Tokens;
  readonly wait: Wait;
}

export async function* follow(followed: Followed): Stream<unknown> {
  const { open, members, signal: stop, tokens, wait, start, resume } = followed;
  const resumption = resume?.(members) ?? sameState();
  let lastId = members['last-event-id'] as string | undefined;
  // oxlint-disable-next-line no-unmodified-loop-condition -- somebody else aborts it
  for (let failures = 0; !stop?.aborted;) {
    const connection = new AbortController();
    const signal = stop ? AbortSignal.any([stop, connection.signal]) : connection.signal;
    let retryAfter: number | undefined;
    try {
      lastId ??= await start?.(members);
      const token = await tokens.current();
      const { data, error, response } = await open(
        lastId === undefined ? {} : { 'last-event-id': lastId },
        signal,
      );
      if (error) throw error;
      // The service has nothing more to say.
      if (response.status === 204) return;
      for (const event of await resumption.connected()) yield event;
      let isFirst = true;
      const body = (data as Response).body!;
      for await (const { event, text, id } of eventsOf(body, () => (failures = 0))) {
        failures = 0;
        if (text === '') {
          lastId = id;
          continue;
        }
        if (event === 'expired') {
          await tokens.renew(token);
          break;
        }
        const next = {
          event,
          data: JSON.parse(text) as unknown,
          ...(id !== undefined && { id }),
          isFirst,
        };
        isFirst = false;
        if (resumption.isNews(next)) yield next;
        lastId = id ?? lastId;
      }
    } catch (error) {
      if (stop?.aborted) return;
      if (error instanceof HawkerError) {
        if (isFinal(error)) throw error;
        ({ retryAfter } = error);
      }
    } finally {
      connection.abort();
    }
    failures++;
    await wait(retryAfter === undefined ? backOff(failures) : retryAfter * 1_000, stop);
  }
}

/** The same request would be refused again. */
export const isFinal = (error: HawkerError): boolean =>
  error.status >= 400 && error.status < 500 && !isPassing(error);

/** A state that was not told to have changed is told again after a reconnection. */
function sameState(): Resumption {
  let last = '';
  return {
    connected: async () => [],
    isNews({ event, data, id, isFirst }) {
      const text = event + JSON.stringify(data);
      const isNews = id !== undefined || !isFirst || text !== last;
      last = text;
      return isNews;
    },
  };
}
