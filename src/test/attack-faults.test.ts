/** What the attack reports of a service that breaks: servers on loopback stand in for it and for Caddy. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { pairOf, shortRounds, Siege } from '../../faults/attack/attack.ts';
import { shapes } from '../../faults/attack/hostile.ts';
import type { Operation } from '../../faults/attack/operations.ts';

// The bodies of reported requests are written there.
process.env['TMPDIR'] = temporaryFolder();

const operation: Operation = {
  id: 'echo',
  method: 'POST',
  path: '/api/echo',
  parameters: [],
  contentType: 'application/json',
  example: { name: 'ann' },
  isPublic: false,
  admits: ['operator'],
  statuses: new Set([404, 503]),
};
const shapeCount = Object.keys(shapes).length;
const seedOf = (shape: string) => Object.keys(shapes).indexOf(shape);

const answerWith =
  (status: number, body = ''): RequestListener =>
  (request, response) =>
    void request.resume().on('end', () => response.writeHead(status).end(body));
const reset: RequestListener = ({ socket }) => void socket.resetAndDestroy();

async function serve(t: TestContext, listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

interface Behaviour {
  readonly service: RequestListener;
  readonly proxy?: RequestListener;
  readonly patienceMs?: number;
}

async function besiege(t: TestContext, { service, proxy = service, patienceMs }: Behaviour) {
  const [directPort, proxyPort] = [await serve(t, service), await serve(t, proxy)];
  const actors = [{ name: 'operator', user: 'ann', token: 'x' }] as const;
  const target = { directPort, proxyPort, actors, saidByProxy: () => '' };
  return new Siege(target, [operation], patienceMs);
}

it('reports nothing of a service that refuses every shape', async (t) => {
  const siege = await besiege(t, { service: answerWith(404) });
  for (let seed = 0; seed < shapeCount; seed++) await siege.strike(seed);
  assert.deepEqual(siege.faults, []);
});

describe('an operation is reported', () => {
  const isNested = (body: string) => body.includes('[[[[') || body.includes('{"a":{"a"');
  it('when it answers one shape with 500', async (t) => {
    const siege = await besiege(t, {
      service(request, response) {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const status = isNested(Buffer.concat(chunks).toString()) ? 500 : 404;
          response.writeHead(status).end();
        });
      },
    });
    for (let seed = 0; seed < shapeCount; seed++) await siege.strike(seed);
    assert.equal(siege.faults.length, 1);
    assert.match(siege.faults[0]!, /^echo: 500 \n  seed 2 \(nested, operator, .*\): curl /);
  });

  it('when it is unavailable without a documented reason', async (t) => {
    const undocumented = await besiege(t, { service: answerWith(507, '{"code":"DISK_FULL"}') });
    await undocumented.strike(0);
    assert.match(undocumented.faults.join(), /^echo: 507 /);
    const documented = await besiege(t, { service: answerWith(503, '{"code":"AWAY"}') });
    await documented.strike(0);
    assert.deepEqual([documented.faults, [...documented.explained]], [[], [['AWAY', 1]]]);
  });

  it('when it never answers', async (t) => {
    const siege = await besiege(t, { service: () => {}, patienceMs: 50 });
    await siege.strike(0);
    assert.match(siege.faults.join(), /^echo: nothing came /);
  });

  it('when it leaves the connection open after its answer, but not when only the proxy does', async (t) => {
    const open: RequestListener = ({ socket }) => {
      socket.write('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    };
    for (const service of [open, answerWith(404)]) {
      const siege = await besiege(t, { service, proxy: open, patienceMs: 50 });
      for (let round = 0; round < 4; round++) await siege.strike(round * shapeCount);
      const isProper = service !== open;
      assert.equal(siege.faults.length === 0, isProper, siege.faults.join());
      assert.equal(siege.explained.has('Caddy: left open after an answer'), isProper);
    }
  });

  it('when it resets the connection without an answer', async (t) => {
    const siege = await besiege(t, { service: reset });
    await siege.strike(0);
    assert.match(siege.faults.join(), /^echo: cut off without an answer/);
  });
});

describe('a large body for which the proxy has no answer', () => {
  // Some of these go to the service itself.
  const seeds = [0, 1, 2, 3].map((round) => seedOf('crowded') + round * shapeCount);
  for (const [what, proxy, loss] of [
    ['502', answerWith(502), '502'],
    ['an end of the connection', reset, 'cut off without an answer'],
  ] as const) {
    it(`but ${what} is explained where the service itself refuses the request`, async (t) => {
      const siege = await besiege(t, { service: answerWith(413), proxy });
      for (const seed of seeds) await siege.strike(seed);
      assert.deepEqual(siege.faults, []);
      assert.ok(siege.explained.get(`Caddy: ${loss}`)! > 0);
    });

    it(`but ${what} is reported where the service resets the connection, or takes it`, async (t) => {
      for (const service of [reset, answerWith(200)]) {
        const siege = await besiege(t, { service, proxy });
        for (const seed of seeds) await siege.strike(seed);
        assert.ok(
          siege.faults.some((fault) => fault.includes(`${loss} \n`)),
          siege.faults.join(),
        );
        assert.equal(siege.explained.size, 0);
      }
    });

    it(`but ${what} is reported where the body is small`, async (t) => {
      const siege = await besiege(t, { service: answerWith(404), proxy });
      for (let round = 0; round < 4; round++) await siege.strike(round * shapeCount);
      assert.ok(siege.faults.length > 0);
    });
  }
});

it('each short form covers every operation and every shape, and three of them every pair', () => {
  const operations = Array.from({ length: 220 }, (_, i) => ({ ...operation, id: String(i) }));
  const pairs = new Set<string>();
  for (let part = 0; part < 3; part++) {
    const seen = new Set<string>();
    const size = shortRounds * operations.length;
    for (let seed = part * size; seed < (part + 1) * size; seed++) {
      const pair = pairOf(seed, operations);
      pairs.add(`${pair.operation.id} ${pair.shape}`);
      seen.add(pair.operation.id).add(pair.shape);
    }
    assert.equal(seen.size, operations.length + shapeCount);
  }
  assert.equal(pairs.size, operations.length * shapeCount);
});
