/** Shared by the HTTP tests: a replica without loops, whose clock and ticks the test turns. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { Identity } from '#kit/web/identity/identity.ts';
import { EventStreams } from '#kit/web/event-streams.ts';
import { mount } from '#kit/host/listener.ts';
import type { App } from '#kit/web/app.ts';
import { Metrics } from '#kit/observe/metrics.ts';
import { createTestApp, fakeClock, type FakeClock } from '#kit/testing/testing.ts';
import { BatchScheduler } from '../batch.ts';
import { Board } from '../board.ts';
import type { HubSource } from '../dispatch.ts';
import { refreshBoard } from '../routes/board-feed.ts';
import { maxStreams } from '../routes/offer-feed.ts';
import { OrderFeeds } from '../routes/order-feed.ts';
import { routes } from '../routes/routes.ts';
import { boardShow } from '../routes/views.ts';
import type { RuleSet } from '../rules/rules.ts';
import type { DispatchStore } from '../store/dispatch-store.ts';
import { here, replica, type Open } from './fixtures.ts';

export interface Replica {
  readonly app: App;
  readonly clock: FakeClock;
  readonly store: DispatchStore;
  readonly streams: EventStreams<string>;
  readonly rules: RuleSet;
  /** Lets time pass, and does what is due then. */
  pass(ms: number): Promise<void>;
  /** Lets streams look where drivers are and what the board shows, as they do once a second. */
  look(): Promise<void>;
}

export interface Options {
  readonly hubs?: HubSource;
  readonly token?: string;
}

export async function openReplicas(
  t: TestContext,
  rules: RuleSet,
  open: Open,
  { hubs = async () => undefined, token }: Options = {},
): Promise<[Replica, Replica]> {
  const clock = fakeClock();
  const log = pino({ level: 'error' });
  // Hooks run in the order of registration: replicas end before their stores.
  const endings: (() => Promise<void>)[] = [];
  t.after(() => Promise.all(endings.map((end) => end())));
  const stores = await open(t, rules);
  const replicas = stores.map(async (store): Promise<Replica> => {
    const dispatch = { ...replica(rules, store), hubs };
    const scheduler = new BatchScheduler(dispatch, clock, log);
    const streams = new EventStreams<string>({ max: maxStreams, log });
    await store.watch(streams);
    const app = createTestApp({ log, identity: new Identity({ adminToken: token, clock }) });
    const orderFeeds = new OrderFeeds(dispatch, streams, clock);
    const board = new Board(dispatch, boardShow(rules));
    const loops = { scheduler, streams, orderFeeds, board };
    const context = { dispatch, ...loops, clock };
    const { name } = rules;
    const scope = { name, summary: '', metrics: new Metrics() };
    mount(app, { ...scope, routes: (inner) => routes(inner, context) });
    await app.ready();
    endings.push(async () => {
      streams.close();
      await app.close();
      await scheduler.trigger();
    });
    const pass = (ms: number) => {
      clock.advance(ms);
      return scheduler.trigger();
    };
    const look = async () => {
      await orderFeeds.lookAgain();
      await refreshBoard(board, streams);
    };
    return { app, clock, store, streams, rules, pass, look };
  });
  return (await Promise.all(replicas)) as [Replica, Replica];
}

export interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  readonly body: any;
}

export async function post({ app }: Replica, url: string, payload: object): Promise<Answer> {
  const response = await app.inject({ method: 'POST', url, payload });
  return { status: response.statusCode, body: response.json() };
}

export async function get({ app }: Replica, url: string): Promise<Answer> {
  const response = await app.inject({ method: 'GET', url });
  return { status: response.statusCode, body: response.json() };
}

export function assertProblem({ status, body }: Answer, expected: number, code: string): void {
  assert.deepEqual([status, body.status, body.code], [expected, expected, code], body.detail);
}

export async function locate(replica: Replica, driver_id: string, more: object = {}) {
  const answer = await post(replica, '/dispatch/driver/location', { driver_id, ...here, ...more });
  assert.equal(answer.status, 200);
  return answer.body;
}

/** Makes an order and lets its window pass; gives what the driver then is offered. */
export async function offerTo(replica: Replica, driver: string, order: string) {
  const payload = replica.rules.enveloped
    ? { order_id: order, hub_id: 'h', priority: 'normal' }
    : { order_id: order, pickup_lat: here.lat, pickup_lng: here.lng, priority: 5 };
  await locate(replica, driver);
  await post(replica, '/dispatch/order', payload);
  await replica.pass(5_000);
  const { body } = await get(replica, `/dispatch/driver/${driver}/assignments`);
  const [offer] = (body.data ?? body).assignments;
  assert.equal(offer?.order_id, order);
  return offer;
}
