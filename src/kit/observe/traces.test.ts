/** Traces of the real process, as a collector in another process gets them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLog } from '../host/log.ts';
import type { ReceivedSpan } from '../testing/collector.ts';
import { freePort } from '../testing/free-port.ts';
import { post, runToEnd, startProcess } from '../testing/process.ts';
import { createTestApp, missing, servers, temporaryFolder, unique } from '../testing/testing.ts';
import { traceHeaders } from './trace-headers.ts';
import { startTraces } from './traces.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const [, traceId, parentId] = traceparent.split('-');

describe('traces', () => {
  it('have a span of each request, under that of its caller, and of the steps of its store', async (t) => {
    const { env, spans } = await collector(t);
    const DATA_DIR = temporaryFolder();
    const { addresses, output, end } = await startProcess(t, ['news-feed'], { ...env, DATA_DIR });
    const ask = (headers: Record<string, string>, id = 'ann') =>
      fetch(`${addresses['news-feed']}/users?planted-query`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ id }),
      });
    await ask({ traceparent, 'x-request-id': 'mine' });
    await ask({}, '');
    // What has not been sent yet is sent before the process ends.
    assert.equal(await end('SIGTERM'), 0);
    const received = await spans();
    const request = received.find((span) => span.traceId === traceId && isRequest(span));
    assert.ok(request, output());
    assert.equal(request.name, 'POST /users');
    assert.equal(request.parentSpanId, parentId);
    const attributes = Object.fromEntries(request.attributes.map(({ key, value }) => [key, value]));
    assert.deepEqual(attributes, {
      'hawker.service': { stringValue: 'news-feed' },
      'hawker.request_id': { stringValue: 'mine' },
      'http.request.method': { stringValue: 'POST' },
      'http.route': { stringValue: '/users' },
      'http.response.status_code': { intValue: 201 },
    });
    const steps = received.filter(({ parentSpanId }) => parentSpanId === request.spanId);
    assert.deepEqual(
      steps.map(({ name }) => name),
      ['sqlite write'],
    );
    const own = received.find((span) => isRequest(span) && span.traceId !== traceId);
    assert.equal(own?.parentSpanId, undefined);
    assert.doesNotMatch(JSON.stringify(received), /planted-query/);
  });

  it('name the script of Redis', { skip: missing('redis') }, async (t) => {
    const { env, spans } = await collector(t);
    const shared = { ...env, STORE_ADDR: servers.redis, RATE_LIMITER_PREFIX: unique('t') };
    const { addresses, end } = await startProcess(t, ['rate-limiter'], shared);
    await fetch(`${addresses['rate-limiter']}/limited`);
    await end('SIGTERM');
    const received = await spans();
    const request = received.find(({ name }) => name === 'GET /limited');
    const steps = received.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    assert.deepEqual(
      steps.map(({ name }) => name.split(' ')[0]),
      ['redis'],
    );
  });

  it('name the kind of a statement of PostgreSQL', { skip: missing('postgres') }, async (t) => {
    const { env, spans } = await collector(t);
    const shared = { ...env, DATABASE_URL: servers.postgres };
    const { addresses, end } = await startProcess(t, ['news-feed'], shared);
    await post(addresses['news-feed']!, '/users', { id: unique('planted-user') });
    await end('SIGTERM');
    const received = await spans();
    const request = received.find(({ name }) => name === 'POST /users');
    const step = received.find(({ parentSpanId }) => parentSpanId === request?.spanId);
    assert.match(step!.name, /^postgresql (INSERT|WITH|transaction)$/);
    assert.doesNotMatch(JSON.stringify(received), /planted-user/);
  });

  it('disturb nobody while the collector is away, or hangs', async (t) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    t.after(() => silent.closeAllConnections());
    t.after(() => silent.close());
    for (const port of [await freePort(), (silent.address() as AddressInfo).port]) {
      const env = {
        DATA_DIR: temporaryFolder(),
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      };
      const { addresses, end, output } = await startProcess(t, ['news-feed'], env);
      const { status } = await post(addresses['news-feed']!, '/users', { id: 'ann' });
      assert.equal(status, 201);
      assert.equal(await end('SIGTERM'), 0, output());
    }
  });

  it('go on in what is asked of others on behalf of a request, and only in that', async (t) => {
    const stop = startTraces(`http://127.0.0.1:${await freePort()}`, createLog('silent'));
    t.after(stop);
    const app = createTestApp();
    t.after(() => app.close());
    app.get('/', async () => {
      await nextTurn();
      return traceHeaders();
    });
    const { traceparent: sent } = (await app.inject({ url: '/', headers: { traceparent } })).json();
    assert.match(sent, new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    assert.ok(!sent.includes(parentId));
    assert.deepEqual(traceHeaders(), {});
  });

  it('are refused an address that is none', async () => {
    const env = { DATA_DIR: temporaryFolder(), OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' };
    const { code, output } = await runToEnd(['news-feed'], env);
    assert.equal(code, 1);
    assert.match(output, /^hawker: OTEL_EXPORTER_OTLP_ENDPOINT /);
  });
});

const isRequest = ({ attributes }: ReceivedSpan) =>
  attributes.some(({ key }) => key === 'http.route');

async function collector(t: TestContext) {
  const script = new URL('../testing/collector.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const [first] = (await once(reader, 'line')) as [string];
  const spans = async () => {
    child.kill('SIGTERM');
    await once(reader, 'close');
    return lines.slice(1).map((line) => JSON.parse(line) as ReceivedSpan);
  };
  const port = first.replace('listening ', '');
  return { env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }, spans };
}
