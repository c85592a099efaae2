/** Hubs of a geo service in another process. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it, type TestContext } from 'node:test';
import { Refusal } from '#kit/web/problem.ts';
import { GeoHubs } from './hubs.ts';

const never = new AbortController().signal;

async function serve(t: TestContext, answer: RequestListener): Promise<URL> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/hubs`);
}

const hub = (hub_id: string, lat: number, more: object = {}) => ({
  hub_id,
  lat,
  lng: -lat,
  ...more,
});

it('finds the hubs of the list, in whatever members they have beside', async (t) => {
  const border = { coverage: { type: 'Polygon', coordinates: [[[1, 2]]], hubs: ['x'] } };
  const hubs = Array.from({ length: 3_000 }, (_, i) => hub(`h${i}`, i / 100, border));
  const list = await serve(t, (request, response) => {
    assert.equal(request.headers.authorization, 'Bearer secret!!');
    response.end(JSON.stringify({ hubs, next: { hubs: null } }));
  });
  const geo = new GeoHubs(list, 'secret!!');
  await geo.read(never);
  assert.deepEqual(await geo.find('h2999'), { lat: 29.99, lng: -29.99 });
  assert.equal(await geo.find('h3000'), undefined);
});

it('follows changes, and forgets hubs that are deleted', async (t) => {
  let hubs = [hub('a', 1), hub('b', 2)];
  const list = await serve(t, (_, response) => void response.end(JSON.stringify({ hubs })));
  const geo = new GeoHubs(list, undefined);
  await geo.read(never);
  hubs = [hub('b', 3)];
  await geo.read(never);
  assert.deepEqual([await geo.find('a'), (await geo.find('b'))?.lat], [undefined, 3]);
});

it('keeps the last known hubs while geo is away, or answers something else', async (t) => {
  let answer: RequestListener = (_, response) => void response.end('{"hubs":[]}');
  const list = await serve(t, (...of) => answer(...of));
  const geo = new GeoHubs(list, undefined);
  const unknown = (error: unknown) => {
    assert.ok(error instanceof Refusal);
    const { code, status, headers } = error;
    assert.deepEqual([code, status, headers['retry-after']], ['HUBS_UNAVAILABLE', 503, '1']);
    return true;
  };
  await assert.rejects(geo.find('a'), unknown);
  await geo.read(never);
  assert.equal(await geo.find('a'), undefined);
  answer = (_, response) => void response.end(JSON.stringify({ hubs: [hub('a', 1)] }));
  await geo.read(never);
  const wrong: RequestListener[] = [
    (request) => request.socket.destroy(),
    (_, response) => void response.writeHead(401).end('{"hubs":[]}'),
    (_, response) => void response.writeHead(302, { location: '/' }).end(),
    ...[
      '',
      '{"hubs":[',
      '[]',
      '{"hubs":{}}',
      '{"hubs":[{"hub_id":"b"}]}',
      '{"hubs":[7]}',
      'no',
    ].map(
      (body): RequestListener =>
        (_, response) =>
          void response.end(body),
    ),
  ];
  for (const other of wrong) {
    answer = other;
    await assert.rejects(geo.read(never), /could not be read/);
    assert.equal((await geo.find('a'))?.lat, 1);
  }
});

it('a service that stops does not wait for geo, nor complain', async (t) => {
  const stopping = new AbortController();
  const list = await serve(t, () => stopping.abort());
  await new GeoHubs(list, undefined).read(stopping.signal);
});
