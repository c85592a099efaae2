/** Streams over connections that break, against a small server; against real ones: replicas.test.ts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HawkerError, type Stream, type StreamEvent } from '../index.ts';
import { broken, events, fakeClient, json, problem, type Reply } from './fake.ts';

const notification = (n: number) => `id: notif_${n}\nevent: notification\ndata: {"n":${n}}`;
const sale = (available: number) => `event: sale\ndata: {"available":${available}}`;
const over: Reply = (response) => response.writeHead(204).end();

async function all<T>(stream: Stream<T>): Promise<StreamEvent<T>[]> {
  const seen: StreamEvent<T>[] = [];
  for await (const event of stream) seen.push(event);
  return seen;
}

const names = (seen: readonly StreamEvent<unknown>[]) => seen.map(({ id, data }) => id ?? data);

describe('a journal that is followed', () => {
  const user = 'ann';

  it('resumes after the last event that came whole, and ends with 204', async (t) => {
    const { hawker, requests } = await fakeClient(t, [
      events([notification(5), notification(6), 'id: notif_7\nevent: notification\n']),
      events([]),
      broken,
      problem(503, 'STORE_UNAVAILABLE', { 'retry-after': '1' }),
      events([notification(7)]),
      over,
    ]);
    const seen = await all(hawker.notification.follow({ user, 'last-event-id': 'notif_4' }));
    assert.deepEqual(seen[0], {
      event: 'notification',
      data: { n: 5 },
      id: 'notif_5',
      isFirst: true,
    });
    assert.deepEqual(names(seen), ['notif_5', 'notif_6', 'notif_7']);
    const asked = requests.map(({ headers }) => headers['last-event-id']);
    assert.deepEqual(asked, ['notif_4', ...Array<string>(4).fill('notif_6'), 'notif_7']);
  });

  it('begins after the newest one, so that a connection lost before the first event misses none', async (t) => {
    const { hawker, requests } = await fakeClient(t, [
      json(200, { notifications: [{ id: 'notif_3' }] }),
      broken,
      events([]),
      events([notification(4)]),
      over,
    ]);
    assert.deepEqual(names(await all(hawker.notification.follow({ user }))), ['notif_4']);
    const asked = requests.map(({ headers }) => headers['last-event-id']);
    assert.deepEqual(asked, [undefined, 'notif_3', 'notif_3', 'notif_3', 'notif_4']);
    const { hawker: empty, requests: other } = await fakeClient(t, [
      json(200, { notifications: [] }),
      over,
    ]);
    await all(empty.notification.follow({ user }));
    assert.equal(other[1]!.headers['last-event-id'], 'notif_1');
  });
});

describe('a journal that tells where it is', () => {
  it('resumes from there, though no event has come', async (t) => {
    const { hawker, requests } = await fakeClient(t, [events(['id: 0']), events([]), over]);
    await all(hawker.crawler.follow('crawl_1'));
    const asked = requests.map(({ headers }) => headers['last-event-id']);
    assert.deepEqual(asked, [undefined, '0', '0']);
  });
});

describe('a state that is followed', () => {
  const members = { product_id: 'sneaker' };

  it('is not told again after a reconnection when it has not changed', async (t) => {
    const { hawker } = await fakeClient(t, [
      events([sale(3), sale(2)]),
      events([sale(2)]),
      events([sale(1)]),
      over,
    ]);
    const seen = await all(hawker.flashSale.follow(members));
    assert.deepEqual(
      seen.map(({ data, isFirst }) => [data, isFirst]),
      [
        [{ available: 3 }, true],
        [{ available: 2 }, false],
        [{ available: 1 }, true],
      ],
    );
  });

  it('of offers: open ones are told once, and what was withdrawn in between is told', async (t) => {
    const offer = (id: string) => `event: offer\ndata: {"assignment_id":"${id}"}`;
    const withdrawn = (id: string) => `event: withdrawn\ndata: {"assignment_id":"${id}"}`;
    const { hawker, requests } = await fakeClient(t, [
      events([offer('a'), offer('b')]),
      events([offer('a'), offer('b'), offer('c'), withdrawn('a'), withdrawn('b')]),
      json(200, { assignments: [{ assignment_id: 'b' }, { assignment_id: 'c' }] }),
      over,
    ]);
    const seen = await all(hawker.dispatchA.follow({ driver_id: 'dora' }));
    const told = seen.map(({ event, data }) => [
      event,
      (data as { assignment_id: string }).assignment_id,
    ]);
    assert.deepEqual(told, [
      ['offer', 'a'],
      ['offer', 'b'],
      ['withdrawn', 'a'],
      ['offer', 'c'],
      ['withdrawn', 'b'],
    ]);
    assert.equal(requests[2]!.url, '/api/dispatch-a/dispatch/driver/dora/assignments');
  });
});

describe('any stream', () => {
  const members = { product_id: 'sneaker' };

  it('ends with the error when the service refuses it', async (t) => {
    const { hawker } = await fakeClient(t, [events([sale(1)]), problem(403, 'FORBIDDEN')]);
    const stream = hawker.flashSale.follow(members);
    assert.equal((await stream.next()).done, false);
    await assert.rejects(
      stream.next(),
      (error) => error instanceof HawkerError && error.code === 'FORBIDDEN',
    );
    assert.equal((await stream.next()).done, true);
  });

  it('waits as it is told, and longer each time when nothing is told', async (t) => {
    const busy = problem(429, 'RATE_LIMITED', { 'retry-after': '2' });
    const { hawker, waits } = await fakeClient(t, [busy, ...Array<Reply>(12).fill(broken), over]);
    t.mock.method(Math, 'random', () => 1);
    await all(hawker.flashSale.follow(members));
    const growing = [400, 800, 1_600, 3_200, ...Array<number>(8).fill(5_000)];
    assert.deepEqual(waits, [2_000, ...growing]);
  });

  it('comes back with another token when its own has ended, and ends when there is none', async (t) => {
    let asked = 0;
    const token = () => `t${++asked}`;
    const expired = events([sale(1), 'event: expired\ndata: {}'], { stays: true });
    const { hawker, requests } = await fakeClient(t, [expired, over], { token });
    assert.equal((await all(hawker.flashSale.follow(members))).length, 1);
    const sent = requests.map(({ headers }) => headers.authorization);
    assert.deepEqual(sent, ['Bearer t1', 'Bearer t2']);
    const replies = [expired, problem(401, 'INVALID_TOKEN')];
    const { hawker: other } = await fakeClient(t, replies, { token: 'fixed' });
    await assert.rejects(all(other.flashSale.follow(members)), { code: 'INVALID_TOKEN' });
  });

  it('leaves when its loop does, and when its signal is aborted, without an error', async (t) => {
    const { hawker, server } = await fakeClient(t, [events([sale(1)], { stays: true })]);
    const gone = () =>
      new Promise<void>((resolve) => {
        server.once('request', (_, response) => response.once('close', () => resolve()));
      });
    const left = gone();
    for await (const { data } of hawker.flashSale.follow(members)) {
      assert.deepEqual(data, { available: 1 });
      break;
    }
    await left;
    const aborted = gone();
    const controller = new AbortController();
    const { signal } = controller;
    for await (const _ of hawker.flashSale.follow({ ...members, signal })) controller.abort();
    await aborted;
  });

  it('that is silent for 45 s is taken for dead', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { hawker, server } = await fakeClient(t, [events([sale(1)], { stays: true }), over]);
    const cut = new Promise<void>((resolve) => {
      server.once('request', (_, response) => response.once('close', () => resolve()));
    });
    const stream = hawker.flashSale.follow(members);
    await stream.next();
    const rest = stream.next();
    await nextTurn();
    t.mock.timers.tick(45_000);
    await cut;
    assert.equal((await rest).done, true);
  });
});
