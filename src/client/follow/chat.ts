/** A chat room that outlives its connections: `since` replays what was missed. */
import { HawkerError } from '../problem.ts';
import type { Http } from '../http.ts';
import type { Methods } from '../methods.ts';
import type { Tokens } from '../tokens.ts';
import { backOff, type Wait } from '../wait.ts';
import { demandPassing } from './follow.ts';
import type { ChatFrame, ChatMembers, ChatMessage } from './frames.ts';
import { Outgoing } from './outgoing.ts';
import { nextText } from './silence.ts';
import { Socket, type WebSocketClass } from './socket.ts';

export type { WebSocketClass } from './socket.ts';

export interface ChatStream extends AsyncIterableIterator<ChatFrame> {
  /**
   * Resolves when it is on its way. Only the message itself, coming back, says that it is kept: what
   * is lost with a connection is not sent again.
   *
   * @param frame the content of a message, up to 4 KiB; or a frame as the service takes it
   */
  send(frame: string | object): Promise<void>;
}

export interface Chat {
  /** Connects at once. Messages come in order, each once; they wait for a loop that reads them. */
  follow(members: ChatMembers): ChatStream;
}

export interface ChatContext {
  readonly baseUrl: string;
  readonly tokens: Tokens;
  readonly wait: Wait;
  readonly http: Http;
  readonly methods: Methods;
  readonly WebSocket: WebSocketClass;
}

/** Close codes of the service. */
const closeCodes = { tokenExpired: 4001, kicked: 4003 };

/** A handshake that fails so often while requests succeed is refused: to whom is banned, say. */
const maxRefusals = 10;

export function followChat(members: ChatMembers, context: ChatContext): ChatStream {
  const over = new AbortController();
  const { signal } = members;
  const stop = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
  const outgoing = new Outgoing();
  const generator = framesOf({ ...members, signal: stop }, context, outgoing);
  let first: Promise<IteratorResult<ChatFrame, void>> | undefined = generator.next();
  // The reader learns of the failure.
  first.catch(() => {});
  return {
    send: (frame) => outgoing.send(frame),
    next() {
      const next = first ?? generator.next();
      first = undefined;
      return next;
    },
    return() {
      over.abort();
      return generator.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

interface ResumePoint {
  since: number | undefined;
  /** Connections in a row that brought nothing. */
  failures: number;
  /** Handshakes in a row that failed although the service answers. */
  refusals: number;
}

type Query = Omit<ChatMembers, 'signal'>;

async function* framesOf(
  { signal: stop, ...query }: ChatMembers & { readonly signal: AbortSignal },
  context: ChatContext,
  outgoing: Outgoing,
): AsyncGenerator<ChatFrame, void, undefined> {
  const place: ResumePoint = { since: query.since, failures: 0, refusals: 0 };
  try {
    while (!stop.aborted) {
      let retryAfter: number | undefined;
      try {
        yield* framesOfConnection(query, context, outgoing, place, stop);
      } catch (error) {
        if (stop.aborted) return;
        retryAfter = demandPassing(error);
      }
      place.failures++;
      const ms = retryAfter === undefined ? backOff(place.failures) : retryAfter * 1_000;
      await context.wait(ms, stop);
    }
  } finally {
    outgoing.end();
  }
}

/** @throws HawkerError; what the WebSocket's constructor throws */
async function* framesOfConnection(
  query: Query,
  context: ChatContext,
  outgoing: Outgoing,
  place: ResumePoint,
  stop: AbortSignal,
): AsyncGenerator<ChatFrame, void, undefined> {
  const { tokens, WebSocket, baseUrl } = context;
  const since = (place.since ??= await lastSeq(context, query.room));
  const ticket = await buyTicket(context, stop);
  // The one that the ticket was bought with: a purchase may renew it.
  const token = await tokens.current();
  const socket = new Socket(new WebSocket(urlOf(baseUrl, { ...query, since, ticket })));
  const close = () => socket.close();
  stop.addEventListener('abort', close);
  if (stop.aborted) close();
  try {
    if (await socket.opened) {
      place.refusals = 0;
      outgoing.connected(socket);
    } else if (!stop.aborted) {
      await explain(context, query);
      if (++place.refusals >= maxRefusals) throw new HawkerError('UPGRADE_REFUSED', 403);
    }
    const isBehind = async (signal: AbortSignal) =>
      (await lastSeq(context, query.room, { signal, retries: 0 })) > place.since!;
    for (let text; (text = await nextText(socket, isBehind)) !== undefined; place.failures = 0) {
      yield* framesIn(text, place);
    }
    if (socket.closeCode === closeCodes.kicked) throw new HawkerError('KICKED', 403);
    if (socket.closeCode === closeCodes.tokenExpired) await tokens.renew(token);
  } finally {
    stop.removeEventListener('abort', close);
    outgoing.lost();
    close();
  }
}

/** A frame, and before it what is missing there. */
function* framesIn(text: string, place: ResumePoint): Generator<ChatFrame, void, undefined> {
  const frame = JSON.parse(text) as ChatFrame;
  const { seq = 0, to = 0 } = frame as { seq?: number; to?: number };
  if (frame.type === undefined) {
    // The room may have started over, with a smaller number.
    const next = place.since! + 1;
    if (seq > next) yield gap(frame.room, next, seq - 1);
    place.since = seq;
  } else if (frame.type === 'gap') place.since = to;
  yield frame;
}

const gap = (room: string, from: number, to: number) => ({ type: 'gap', room, from, to });

function urlOf(baseUrl: string, query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, value);
  }
  return `${baseUrl.replace(/^http/, 'ws')}/ws?${search}`;
}

/**
 * Buys what stands for the token in the URL, since proxies log URLs, and a page cannot set headers.
 *
 * @returns undefined without a token, or when the service needs none
 * @throws HawkerError; what `fetch` throws
 */
async function buyTicket(
  { tokens, http }: ChatContext,
  signal: AbortSignal,
): Promise<string | undefined> {
  if ((await tokens.current()) === undefined) return undefined;
  const { data, error } = await http.send({
    ...plain,
    method: 'POST',
    path: '/api/tickets',
    signal,
  });
  if (error === undefined) return (data as { ticket: string }).ticket;
  if (error.status === 404) return undefined;
  throw error;
}

/** A request that says nothing beside its path. */
const plain = {
  pathMembers: {},
  query: {},
  headers: {},
  body: undefined,
  signal: undefined,
  retries: 0,
  isRaw: false,
} as const;

/** Where the room is now, so that nothing is missed from here on. */
async function lastSeq({ methods }: ChatContext, room = 'general', more = {}): Promise<number> {
  const messages = methods['listMessages'] as (...given: unknown[]) => Promise<{
    messages: ChatMessage[];
  }>;
  try {
    const page = await messages(room, { limit: 1, ...more });
    return page.messages.at(-1)?.seq ?? 0;
  } catch (error) {
    if (error instanceof HawkerError && error.status === 404) return 0;
    throw error;
  }
}

/**
 * A WebSocket does not tell why its handshake failed. A request that does not ask for an upgrade is
 * refused for the same reasons, or with 426.
 *
 * @throws HawkerError when there is such a reason
 */
async function explain(context: ChatContext, query: Query): Promise<void> {
  const request = { ...plain, method: 'GET', path: '/ws', query: { ...query } };
  const { error } = await context.http.send(request);
  if (error !== undefined && error.status !== 426) throw error;
}
