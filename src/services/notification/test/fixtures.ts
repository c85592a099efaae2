/** Shared by the tests: senders to direct, replicas without loops, readers of streams. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { EventStreams } from '#kit/web/event-streams.ts';
import { mount } from '#kit/host/listener.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { Metrics } from '#kit/observe/metrics.ts';
import { createTestApp, EventReader, fakeClock, type FakeClock } from '#kit/testing/testing.ts';
import { maxStreams } from '../follow.ts';
import type { Notification } from '../notification.ts';
import { Outbox, type OutboxOptions } from '../outbox/outbox.ts';
import { BatchMaker } from '../batches/maker.ts';
import { routes } from '../routes/index.ts';
import type { Sender, Senders, SendResult } from '../senders/sender.ts';
import type { Backend } from '../store/contract/backends.ts';
import type { NotificationStore } from '../store/notification-store.ts';

/** A sender that does what the test says, and remembers what it was asked to send. */
interface DirectedSender extends Sender {
  readonly asked: Notification[];
  /** The result of the next attempts; success, unless a test says otherwise. */
  answer: (signal: AbortSignal) => SendResult | Promise<SendResult>;
}

export function directedSender(): DirectedSender {
  const asked: Notification[] = [];
  return {
    asked,
    answer: () => ({ kind: 'sent' }),
    async send(notification, signal) {
      asked.push(notification);
      return this.answer(signal);
    },
  };
}

/**
 * Ends the time of the next attempt, of `timeoutMs`, when the test says so; attempts after it have no
 * end.
 */
export function endTimeOfNextAttempt(t: TestContext, timeoutMs: number): () => void {
  const attempt = new AbortController();
  const signals = [attempt.signal];
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    assert.equal(ms, timeoutMs);
    return signals.pop() ?? new AbortController().signal;
  });
  return () => attempt.abort();
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Replica {
  readonly app: App;
  readonly clock: FakeClock;
  readonly outbox: Outbox;
  readonly streams: EventStreams<string>;
  readonly store: NotificationStore;
  readonly post: (body: object, headers?: Record<string, string>) => Promise<Answer>;
  readonly get: (url: string) => Promise<Answer>;
  readonly ask: (method: Method, url: string, payload?: object) => Promise<Answer>;
  readonly maker: BatchMaker;
  /** Lets time pass, and waits for the attempts that are due then. */
  readonly pass: (ms: number) => Promise<void>;
}

export interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  readonly body: any;
}

export async function openReplica(
  t: TestContext,
  store: NotificationStore,
  senders: Partial<Senders> = {},
  options: Partial<OutboxOptions> = {},
): Promise<Replica> {
  const clock = (options.clock as FakeClock | undefined) ?? fakeClock();
  const log = pino({ level: 'fatal' });
  const all: Senders = { email: directedSender(), push: directedSender(), ...senders };
  const limits = { maxAttempts: 100, retryMs: 24 * 60 * 60 * 1000, timeoutMs: 5_000 };
  const outbox = new Outbox({ store, senders: all, log, ...limits, ...options, clock });
  const streams = new EventStreams<string>({ max: maxStreams, log });
  await store.watch(streams);
  const app = createTestApp({ log });
  const scope = { name: 'notification', summary: '', metrics: new Metrics() };
  const repetition = { maxLooks: 20, pauseMs: 5 };
  const sendAccess = access.service;
  const maker = new BatchMaker(store, clock, new AbortController().signal);
  const own = { begun: () => {}, removed: () => {} };
  const context = { store, outbox, streams, clock, repetition, sendAccess, ...own };
  mount(app, { ...scope, routes: (inner) => routes(inner, context) });
  await app.ready();
  t.after(async () => {
    streams.close();
    await outbox.stop();
    await app.close();
  });
  return {
    app,
    clock,
    outbox,
    streams,
    store,
    maker,
    async ask(method, url, payload) {
      const options = { method, url, ...(payload && { payload }) };
      const response = await app.inject(options);
      return { status: response.statusCode, body: response.json() };
    },
    async post(payload, headers = {}) {
      const response = await app.inject({ method: 'POST', url: '/send', payload, headers });
      return { status: response.statusCode, body: response.json() };
    },
    async get(url) {
      const response = await app.inject(url);
      return { status: response.statusCode, body: response.json() };
    },
    async pass(ms) {
      clock.advance(ms);
      await maker.run();
      while ((await store.ripen(20, clock())).more);
      await outbox.repeatDue();
      await outbox.idle();
    },
  };
}

/** Opens two replicas with one clock. The embedded store has one process, which stands for both. */
export async function openReplicas(
  t: TestContext,
  open: Backend['open'],
  senders: Partial<Senders> = {},
): Promise<{ readonly one: Replica; readonly other: Replica }> {
  const { first, second } = await open(t);
  const one = await openReplica(t, first, senders);
  const isOne = first === second;
  return {
    one,
    other: isOne ? one : await openReplica(t, second, senders, { clock: one.clock }),
  };
}

/** Reads an inbox stream, notification by notification. */
export class Reader extends EventReader {
  /** The next notification; undefined once the stream has ended. */
  async next() {
    for (;;) {
      const block = await this.block();
      if (block === undefined) return undefined;
      const [, id, data] = /^id: (.*)\nevent: notification\ndata: (.*)$/.exec(block) ?? [];
      if (id !== undefined) return { id, notification: JSON.parse(data!) };
    }
  }
}

/** Follows the inbox of a user over a real socket. */
export async function follow(
  t: TestContext,
  { app }: Replica,
  user: string,
  lastEventId?: string,
): Promise<Reader> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const path = `/notifications/stream?user=${encodeURIComponent(user)}`;
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const asked = request({ host: '127.0.0.1', port, path, headers });
  t.after(() => asked.destroy());
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return new Reader(response);
}
