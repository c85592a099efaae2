/**
 * The client of all services: `createHawker({ baseUrl })`, then `hawker.flashSale.checkout(body)`.
 * See README.md. It runs in browsers, too, and imports nothing of the services.
 */
import { followChat, type Chat, type WebSocketClass } from './follow/chat.ts';
import { habitsOf } from './follow/habits.ts';
import { Http, type Fetch } from './http.ts';
import { methodsOf, type Methods } from './methods.ts';
import { operations } from './operations.ts';
import { Tokens, type Token } from './tokens.ts';
import type { Services } from './types/index.ts';
import { wait as waitFor, type Wait } from './wait.ts';

export { pages } from './pages.ts';
export { HawkerError, unexpectedAnswer } from './problem.ts';
export type { Call, Result } from './call.ts';
export type { Chat, ChatStream } from './follow/chat.ts';
export type { ChatEvent, ChatFrame, ChatMembers, ChatMessage } from './follow/frames.ts';
export type { Stream, StreamEvent } from './follow/stream.ts';
export type { CallOptions, RawBody } from './shapes.ts';
export type { Token } from './tokens.ts';
export type { Services } from './types/index.ts';

export interface HawkerOptions {
  /** The console's address, or a proxy's: services are under `/api/<service>` there. */
  readonly baseUrl?: string;
  /** Addresses of services that are elsewhere: `{ flashSale: 'http://localhost:8102' }`. */
  readonly services?: Readonly<Partial<Record<keyof Services, string>>>;
  /** Sent as `Authorization: Bearer`. */
  readonly token?: Token;
  /** How often a request that may be done twice is repeated at most; 4 if nothing is said. */
  readonly retries?: number;
  readonly fetch?: Fetch;
  /** The class for chat, where the platform has none or another one is wanted. */
  readonly WebSocket?: WebSocketClass;
  /** How to wait; for tests. */
  readonly wait?: Wait;
}

export type Hawker = Omit<Services, 'chat'> & { readonly chat: Services['chat'] & Chat };

export function createHawker(options: HawkerOptions): Hawker {
  const { token, fetch, retries = 4, wait = waitFor } = options;
  const tokens = new Tokens(token);
  const services = Object.entries(operations).map(([name, table]) => {
    const baseUrl = addressOf(name, options);
    const http = new Http({ baseUrl, tokens, fetch, retries, wait });
    const followed = (method: string, methods: Methods) => ({
      ...habitsOf(`${name}.${method}`, methods),
      tokens,
      wait,
    });
    const methods = methodsOf(table, http, followed);
    if (name === 'chat') {
      methods['follow'] = (members) => {
        http.demandAddress();
        const context = { tokens, wait, methods, http, WebSocket: demandWebSocket(options) };
        return followChat(members as never, { ...context, baseUrl: baseUrl! });
      };
    }
    return [name, methods];
  });
  return Object.fromEntries(services) as Hawker;
}

/** @throws Error where there is none */
function demandWebSocket({ WebSocket = globalThis.WebSocket }: HawkerOptions): WebSocketClass {
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- there is none in Node 20
  if (WebSocket !== undefined) return WebSocket;
  throw new Error('there is no WebSocket here: give createHawker one');
}

/** `keyValue` is at `/api/key-value`. A service without an address fails when it is called. */
function addressOf(name: string, { baseUrl, services }: HawkerOptions): string | undefined {
  const given = services?.[name as keyof Services];
  if (given !== undefined || baseUrl === undefined) return given?.replace(/\/$/, '');
  const path = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `${baseUrl.replace(/\/$/, '')}/api/${path}`;
}
