/** Offers as drivers' apps receive them: over real sockets, on two replicas. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { here, stores } from './fixtures.ts';
import { get, locate, offerTo, openReplicas, post, type Replica } from './http.ts';
import { openStream } from './streams.ts';
import { variantA } from '../rules/variant-a.ts';

const stream = (t: TestContext, replica: Replica, driver: string) =>
  openStream(t, replica, `/dispatch/events?driver_id=${driver}`);

for (const { name, skip, open } of stores.filter(({ name }) => !name.includes('Cluster'))) {
  describe(`event streams on ${name}`, { skip }, () => {
    it('begin with the open offers', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      const offer = await offerTo(a, 'd1', 'o1');
      for (const replica of [a, b]) {
        const reader = await stream(t, replica, 'd1');
        assert.equal(reader.response.headers['content-type'], 'text/event-stream');
        assert.deepEqual(await reader.event(), { event: 'offer', data: offer });
      }
    });

    it('tell offers and what was withdrawn, on every replica', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      await locate(a, 'd1');
      const readers = [await stream(t, a, 'd1'), await stream(t, b, 'd1')];
      const next = () => Promise.all(readers.map((reader) => reader.event()));
      const expectEvents = async (event: string, order: string) => {
        for (const seen of await next()) {
          assert.deepEqual([seen?.event, seen?.data.order_id], [event, order]);
        }
      };
      const { assignment_id } = await offerTo(a, 'd1', 'timed out');
      await expectEvents('offer', 'timed out');
      await b.pass(30_000);
      await expectEvents('withdrawn', 'timed out');
      // It would be offered again.
      await post(a, '/dispatch/order/cancel', { order_id: 'timed out' });
      const second = await offerTo(b, 'd1', 'rejected');
      await expectEvents('offer', 'rejected');
      assert.notEqual(second.assignment_id, assignment_id);
      const answer = { driver_id: 'd1', assignment_id: second.assignment_id };
      await post(a, '/dispatch/driver/reject', answer);
      await expectEvents('withdrawn', 'rejected');
    });

    it('tell nothing of other drivers', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      await locate(a, 'd2', { lat: -here.lat });
      const reader = await stream(t, b, 'd2');
      await offerTo(a, 'd1', 'o1');
      await locate(a, 'd2');
      await post(a, '/dispatch/order', {
        order_id: 'o2',
        pickup_lat: here.lat,
        pickup_lng: here.lng,
        priority: 1,
      });
      await a.pass(5_000);
      assert.equal((await reader.event())?.data.order_id, 'o2');
    });

    it('end when the replica drains, and no new one is opened', async (t) => {
      const [a] = await openReplicas(t, variantA, open);
      await locate(a, 'd1');
      const reader = await stream(t, a, 'd1');
      assert.equal(a.streams.count, 1);
      a.streams.close();
      assert.equal(await reader.event(), undefined);
      const { status, body } = await get(a, '/dispatch/events?driver_id=d1');
      assert.deepEqual([status, body.code], [503, 'TOO_MANY_STREAMS']);
    });

    it('have headers that a HEAD asks for', async (t) => {
      const [a] = await openReplicas(t, variantA, open);
      await locate(a, 'd1');
      const url = '/dispatch/events?driver_id=d1';
      const { statusCode, headers } = await a.app.inject({ method: 'HEAD', url });
      assert.deepEqual([statusCode, headers['content-type']], [200, 'text/event-stream']);
      assert.equal(a.streams.count, 0);
    });

    it('show that they live', async (t) => {
      const [a] = await openReplicas(t, variantA, open);
      await locate(a, 'd1');
      const reader = await stream(t, a, 'd1');
      a.streams.keepAlive();
      assert.equal(await reader.block(), ': alive');
    });
  });
}

it('a client that leaves is forgotten; one that does not read is dropped', async (t) => {
  const [a] = await openReplicas(t, variantA, stores[0]!.open);
  await locate(a, 'd1');
  const gone = await stream(t, a, 'd1');
  gone.response.destroy();
  const deaf = await stream(t, a, 'd1');
  deaf.response.pause();
  // The kernel buffers only so much for a client that does not read.
  while (a.streams.count > 0) {
    for (let i = 0; i < 5_000; i++) a.streams.keepAlive();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(a.streams.count, 0);
});
