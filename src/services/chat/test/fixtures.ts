/** Shared by the tests of chat. */
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import type { Environment } from '#kit/host/env.ts';
import { startHost, type RunningHost } from '#kit/host/host.ts';
import { fakeClock, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { chat } from '../index.ts';
import type { Message } from '../store/message.ts';
import type { ChatStore } from '../store/chat-store.ts';

export const now = Date.UTC(2026, 0, 1);

export const stores = [
  { store: 'SQLite', skip: false, env: (): Environment => ({}) },
  {
    store: 'Redis',
    skip: missing('redis'),
    env: (): Environment => ({ STORE_ADDR: servers.redis, CHAT_PREFIX: unique('chat') }),
  },
];

/** All kept messages of a room after `since`, oldest first; up to 1,000. */
export async function kept(store: ChatStore, room: string, since = 0): Promise<Message[]> {
  return (await store.history(room, since, 1_000)).messages;
}

export async function startChat(
  t: TestContext,
  env: Environment,
  clock = fakeClock(now),
): Promise<RunningHost> {
  const host = await startHost([chat], {
    env: { DATA_DIR: temporaryFolder(), CHAT_PORT: '0', CONSOLE_PORT: '0', ...env },
    clock,
    log: pino({ level: 'silent' }),
  });
  t.after(() => host.stop());
  return host;
}

/** @returns its address */
export async function start(
  t: TestContext,
  env: Environment,
  clock = fakeClock(now),
): Promise<string> {
  return (await startChat(t, env, clock)).services[0]!.address;
}

/** A frame of an event, or a message. */
export type Frame = Message & Readonly<Record<string, unknown>>;

/** A client. @param more of its query: `&since=7` */
export async function join(address: string, user: string, room?: string, more = '') {
  const named = room === undefined ? '' : `&room=${room}`;
  const ws = new WebSocket(`${address.replace('http', 'ws')}/ws?user=${user}${named}${more}`);
  const frames: Frame[] = [];
  ws.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8'))));
  const closed = once(ws, 'close').then(([code]) => code as number);
  await once(ws, 'open');
  const take = async (n: number) => {
    while (frames.length < n) await once(ws, 'message');
    return frames.splice(0, n);
  };
  return {
    ws,
    closed,
    take,
    next: async () => (await take(1))[0]!,
    send: (frame: string | Buffer) => ws.send(frame),
    say: (content: string) => ws.send(JSON.stringify({ content })),
  };
}

/** A client that asked for events; it has joined when it sees that it has. */
export async function listen(address: string, user: string, room: string, more = '') {
  const client = await join(address, user, room, `&events=1${more}`);
  const isOwn = (frame: Frame) => frame['type'] === 'joined' && frame.user === user;
  if (more === '') while (!isOwn(await client.next()));
  return client;
}

export async function get(address: string, path: string) {
  return request(address, 'GET', path);
}

export async function request(address: string, method: string, path: string, body?: object) {
  const response = await fetch(address + path, {
    method,
    ...(body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  return { status: response.status, body: (await response.json()) as any };
}

/**
 * Retries until the assertion holds: frames of other connections arrive at any time within the
 * test's limit.
 */
export async function eventually(t: TestContext, assertion: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (t.signal.aborted) throw error;
      // The work that is waited for needs the processor itself.
      await sleep(5);
    }
  }
}

export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
