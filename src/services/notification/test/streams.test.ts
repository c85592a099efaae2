/** Inboxes followed live: over real sockets, on two replicas. */
import assert from 'node:assert/strict';
import { Duplex } from 'node:stream';
import { describe, test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { relay } from '#kit/testing/process.ts';
import { eventually, missing, servers, unique } from '#kit/testing/testing.ts';
import { turns } from '#kit/testing/turns.ts';
import { notificationIds } from '../schemas.ts';
import { openPostgresStore } from '../store/postgres/postgres-notification-store.ts';
import { backends } from '../store/contract/backends.ts';
import { follow, openReplica, type Reader, type Replica } from './fixtures.ts';

const inApp = { user_id: 'ann', channel: 'in_app', title: 'Hello', body: 'Line\n\nLine' };

const send = async ({ post }: Replica, more: object = {}) =>
  (await post({ ...inApp, ...more })).body;

const byNumber = (a: string, b: string) => notificationIds.parse(a)! - notificationIds.parse(b)!;

async function ids(reader: Reader, count: number): Promise<string[]> {
  const seen: string[] = [];
  while (seen.length < count) seen.push((await reader.next())!.id);
  return seen;
}

for (const { name, skip, open } of backends) {
  describe(`inbox streams on ${name}`, { skip }, () => {
    async function replicas(t: TestContext): Promise<[Replica, Replica]> {
      const { first, second } = await open(t);
      const one = await openReplica(t, first);
      return [one, first === second ? one : await openReplica(t, second)];
    }

    test('a stream begins with what comes, not with what was', async (t) => {
      const [one, other] = await replicas(t);
      await send(one, { title: 'before' });
      const readers = [await follow(t, one, 'ann'), await follow(t, other, 'ann')];
      for (const { response } of readers) {
        assert.equal(response.statusCode, 200);
        assert.equal(response.headers['content-type'], 'text/event-stream');
        assert.equal(response.headers['cache-control'], 'no-store');
      }
      const sent = await send(one);
      for (const reader of readers) {
        assert.equal(await reader.block(), ': open');
        assert.deepEqual(await reader.next(), { id: sent.id, notification: sent });
      }
    });

    test('a client that saw no event resumes where its stream began', async (t) => {
      const [one, other] = await replicas(t);
      const begins = async (replica: Replica) => {
        const reader = await follow(t, replica, 'ann');
        assert.equal(await reader.block(), ': open');
        const id = /^id: (.*)$/.exec((await reader.block())!)![1]!;
        reader.response.destroy();
        return id;
      };
      const [empty] = [await begins(one), await send(one, { title: 'before' })];
      const later = await begins(other);
      const missed = await send(one);
      assert.deepEqual(await ids(await follow(t, other, 'ann', later), 1), [missed.id]);
      assert.equal((await ids(await follow(t, other, 'ann', empty), 2))[1], missed.id);
    });

    test('after Last-Event-ID nothing is missing and nothing comes twice', async (t) => {
      const [one, other] = await replicas(t);
      const before = [];
      for (let i = 0; i < 40; i++) before.push((await send(one)).id);
      const reader = await follow(t, other, 'ann', before[2]);
      const after: string[] = [];
      const sending = Array.from({ length: 60 }, async (_, i) => {
        after.push((await send(i % 2 ? one : other)).id);
      });
      const seen = await ids(reader, 97);
      await Promise.all(sending);
      assert.deepEqual(seen, [...before.slice(3), ...after].toSorted(byNumber));
    });

    test('a stream lets others have their turn between two pages', async (t) => {
      const [one] = await replicas(t);
      const body = 'x'.repeat(65_536);
      const sent = [];
      for (let i = 0; i < 10; i++) sent.push((await send(one, { body })).id);
      const turn = turns(t);
      const since = one.store.since.bind(one.store);
      const read: number[] = [];
      t.mock.method(one.store, 'since', (...range: Parameters<typeof since>) => {
        read.push(turn());
        return since(...range);
      });
      await ids(await follow(t, one, 'ann', sent[0]), 9);
      assert.equal(new Set(read).size, read.length);
    });

    test('a stream shows nothing of other users, nor of emails and pushes', async (t) => {
      const [one, other] = await replicas(t);
      const reader = await follow(t, other, 'ann & co');
      for (const user_id of ['ann', 'ann & cо', 'ann & co ']) await send(one, { user_id });
      await send(one, { user_id: 'ann & co', channel: 'push' });
      const { id } = await send(one, { user_id: 'ann & co' });
      assert.equal((await reader.next())?.id, id);
    });

    test('streams end when the replica stops, and no new one is opened', async (t) => {
      const [one] = await replicas(t);
      const reader = await follow(t, one, 'ann');
      assert.equal(one.streams.count, 1);
      one.streams.close();
      assert.equal(await reader.next(), undefined);
      const { status, body } = await one.get('/notifications/stream?user=ann');
      assert.deepEqual([status, body.code], [503, 'TOO_MANY_STREAMS']);
    });

    test('a stream asked for before the replica stops, and begun after, is refused', async (t) => {
      const [one] = await replicas(t);
      t.mock.method(one.store, 'last', async () => {
        one.streams.close();
        return 0;
      });
      const { status, body } = await one.get('/notifications/stream?user=ann');
      assert.deepEqual([status, body.code], [503, 'TOO_MANY_STREAMS']);
      assert.equal(one.streams.count, 0);
    });

    test('a stream that the store fails ends: the client comes back with what it has', async (t) => {
      const [one] = await replicas(t);
      const reader = await follow(t, one, 'ann');
      const first = await send(one);
      assert.equal((await reader.next())?.id, first.id);
      const since = t.mock.method(one.store, 'since', () => Promise.reject(new Error('away')));
      const missed = await send(one);
      assert.equal(await reader.next(), undefined);
      since.mock.restore();
      const again = await follow(t, one, 'ann', first.id);
      assert.equal((await again.next())?.id, missed.id);
    });

    test('a stream shows that it lives', async (t) => {
      const [one] = await replicas(t);
      const reader = await follow(t, one, 'ann');
      assert.equal(await reader.block(), ': open');
      assert.match((await reader.block())!, /^id: notif_/);
      one.streams.keepAlive();
      assert.equal(await reader.block(), ': alive');
    });

    test('HEAD of a stream has its headers, and takes no place', async (t) => {
      const [one] = await replicas(t);
      const response = await one.app.inject({
        method: 'HEAD',
        url: '/notifications/stream?user=ann',
      });
      const { statusCode, headers } = response;
      assert.deepEqual([statusCode, headers['content-type']], [200, 'text/event-stream']);
      assert.equal(one.streams.count, 0);
    });

    test('a slow client has its notifications wait in the store, and gets all of them', async (t) => {
      const [one] = await replicas(t);
      const { id } = await send(one);
      const body = 'x'.repeat(65_536);
      const sent = await Promise.all(Array.from({ length: 400 }, () => send(one, { body })));
      const since = t.mock.method(one.store, 'since');
      const reader = await follow(t, one, 'ann', id);
      reader.response.pause();
      for (let quiet = 0, calls = 0; quiet < 200; quiet++) {
        await since.mock.calls.at(-1)?.result;
        await nextTurn();
        if (since.mock.callCount() > calls) [calls, quiet] = [since.mock.callCount(), 0];
      }
      // 400 pages in all: what the kernel takes for the client, and one page here.
      assert.ok(since.mock.callCount() < 320, `${since.mock.callCount()} pages were read`);
      // A sign of life leaves it alone as long as it takes something in between.
      one.streams.keepAlive();
      assert.equal(one.streams.count, 1);
      assert.deepEqual(await ids(reader, 400), sent.map((each) => each.id).toSorted(byNumber));
    });

    test('a client that takes a page between two signs of life stays, though as much waits again', async (t) => {
      const [one] = await replicas(t);
      const { id } = await send(one);
      const body = 'x'.repeat(1_024);
      await Promise.all(Array.from({ length: 64 }, () => send(one, { body })));
      const since = t.mock.method(one.store, 'since');
      let taken = () => {};
      const socket = new Duplex({
        highWaterMark: 1_024,
        read() {},
        write: (_chunk, _encoding, done) => (taken = done),
      });
      const isWaiting = () => socket.writableNeedDrain;
      async function takePage() {
        const pages = since.mock.callCount() + 1;
        while (since.mock.callCount() < pages || !isWaiting()) {
          if (since.mock.callCount() < pages) {
            const done = taken;
            taken = () => {};
            done();
          }
          await nextTurn();
        }
      }
      one.app.server.emit('connection', socket);
      socket.push(
        `GET /notifications/stream?user=ann HTTP/1.1\r\nhost: localhost\r\nlast-event-id: ${id}\r\n\r\n`,
      );
      await eventually(() => !(since.mock.callCount() < 1 || !isWaiting()));
      // The first page came with the head: of the next two, the same number of bytes waits.
      await takePage();
      one.streams.keepAlive();
      const waiting = socket.writableLength;
      await takePage();
      assert.equal(socket.writableLength, waiting);
      one.streams.keepAlive();
      assert.equal(socket.destroyed, false);
      one.streams.keepAlive();
      assert.equal(socket.destroyed, true);
    });

    test('a client that takes nothing between two signs of life is dropped; one that left, at once', async (t) => {
      const [one] = await replicas(t);
      const { id } = await send(one);
      const body = 'x'.repeat(65_536);
      await Promise.all(Array.from({ length: 400 }, () => send(one, { body })));
      const gone = await follow(t, one, 'ann', id);
      gone.response.destroy();
      await eventually(() => one.streams.count <= 0);
      const deaf = await follow(t, one, 'ann', id);
      deaf.response.pause();
      while (one.streams.count > 0) {
        for (let i = 0; i < 500; i++) await nextTurn();
        one.streams.keepAlive();
      }
    });
  });
}

test(
  'after an outage of PostgreSQL a stream goes on where it was, if need be when its client comes back',
  { skip: missing('postgres') },
  async (t) => {
    const { url, cut, mend } = await relay(servers.postgres);
    const deployment = unique('test');
    const far = await openPostgresStore(url, deployment);
    const near = await openPostgresStore(servers.postgres, deployment);
    t.after(() => Promise.all([far.close(), near.close()]));
    const [one, other] = [await openReplica(t, far), await openReplica(t, near)];
    let reader = await follow(t, one, 'ann');
    const first = await send(other);
    assert.equal((await reader.next())?.id, first.id);
    await cut();
    const missed = await send(other);
    assert.equal((await one.post(inApp)).status, 503);
    await mend();
    let next = await reader.next();
    // The listening connection may be back before the reading one: then the stream ends, and the
    // client comes back.
    while (next === undefined) {
      reader = await follow(t, one, 'ann', first.id);
      next = await reader.next();
    }
    assert.equal(next.id, missed.id);
    const last = await send(other);
    assert.equal((await reader.next())?.id, last.id);
  },
);
