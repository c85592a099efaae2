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
  const { members, signal: stop, wait, resume } = followed;
  const resumption = resume?.(members) ?? sameState();
  const place: ResumePoint = {
    lastId: members['last-event-id'] as string | undefined,
    failures: 0,
  };
  // oxlint-disable-next-line no-unmodified-loop-condition -- somebody else aborts it
  while (!stop?.aborted) {
    const connection = new AbortController();
    const signal = stop ? AbortSignal.any([stop, connection.signal]) : connection.signal;
    let retryAfter: number | undefined;
    try {
      const isOver = yield* eventsOfConnection(followed, resumption, place, signal);
      if (isOver) return;
    } catch (error) {
      if (stop?.aborted) return;
      retryAfter = demandPassing(error);
    } finally {
      connection.abort();
    }
    place.failures++;
    await wait(retryAfter === undefined ? backOff(place.failures) : retryAfter * 1_000, stop);
  }
}

interface ResumePoint {
  lastId: string | undefined;
  /** Connections in a row that brought nothing. */
  failures: number;
}

/**
 * @returns whether the service has nothing more to say
 * @throws HawkerError; what `fetch` throws
 */
async function* eventsOfConnection(
  { open, members, tokens, start }: Followed,
  resumption: Resumption,
  place: ResumePoint,
  signal: AbortSignal,
): AsyncGenerator<Event, boolean, undefined> {
  place.lastId ??= await start?.(members);
  const token = await tokens.current();
  const { lastId } = place;
  const headers: Record<string, string> = lastId === undefined ? {} : { 'last-event-id': lastId };
  const { data, error, response } = await open(headers, signal);
  if (error) throw error;
  if (response.status === 204) return true;
  for (const event of await resumption.connected()) yield event;
  let isFirst = true;
  const alive = () => void (place.failures = 0);
  for await (const { event, text, id } of eventsOf((data as Response).body!, alive)) {
    alive();
    if (event === 'expired') {
      await tokens.renew(token);
      return false;
    }
    if (text !== '') {
      const ids = id === undefined ? {} : { id };
      const next = { event, data: JSON.parse(text) as unknown, ...ids, isFirst };
      isFirst = false;
      if (resumption.isNews(next)) yield next;
    }
    place.lastId = id ?? place.lastId;
  }
  return false;
}

/**
 * @returns seconds to wait, if the service has said so
 * @throws what would come again: a refusal, an address that is none
 */
export function demandPassing(error: unknown): number | undefined {
  if (!(error instanceof HawkerError)) {
    if ((error as Error).name === 'SyntaxError') throw error;
    return undefined;
  }
  if (error.status >= 400 && error.status < 500 && !isPassing(error)) throw error;
  return error.retryAfter;
}

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
