import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { countUnrouted, mount } from '../host/listener.ts';
import { createTestApp, eventually } from '../testing/testing.ts';
import { access } from '../web/identity/access.ts';
import { refusals } from '../base/refusal.ts';
import { Metrics } from './metrics.ts';

describe('metrics', () => {
  it('are the standard ones of process and Node, and none that a reader resets', async (t) => {
    const { metrics, text } = observed(t);
    const names = new Set(metrics.registry.getMetricsAsArray().map(({ name }) => name));
    for (const name of ['process_cpu_seconds_total', 'process_open_fds', 'nodejs_version_info']) {
      assert.ok(names.has(name), name);
    }
    const delays = async () => Number(/delay_seconds_count (\d+)/.exec(await text())?.[1]);
    await eventually(async () => (await delays()) > 2);
    assert.ok((await delays()) > 2);
    assert.ok(!(await text()).includes('eventloop_lag'));
  });

  it('count requests that no route answers, under labels that no client chooses', async (t) => {
    const { metrics, text } = observed(t);
    const app = createTestApp();
    t.after(() => app.close());
    countUnrouted(app, metrics);
    const routes = (scope: typeof app) => void scope.get('/tea/:kind', async () => ({}));
    mount(app, { name: 'tea', summary: '', metrics, routes });
    for (const url of ['/tea/green', '/tea/black', '/rice', '/rice?a=1', '/a/b']) {
      await app.inject(url);
    }
    await app.inject({ method: 'DELETE', url: '/tea/green' });
    const lines = (await text()).split('\n');
    assert.deepEqual(
      lines.filter((line) => line.startsWith('hawker_http_requests_total')).toSorted(),
      [
        'hawker_http_requests_total{service="none",method="DELETE",route="none",status="405"} 1',
        'hawker_http_requests_total{service="none",method="GET",route="none",status="404"} 3',
        'hawker_http_requests_total{service="tea",method="GET",route="/tea/:kind",status="200"} 2',
      ],
    );
  });

  it('count a 5xx that the rules ask for as a refusal, and any other as a failure', async (t) => {
    const { metrics, text } = observed(t);
    const app = createTestApp();
    t.after(() => app.close());
    const refuse = refusals({
      PAUSED: { status: 503, title: 'The shop is paused', isIntended: true },
      AWAY: { status: 503, title: 'The store is away' },
    });
    mount(app, {
      name: 'tea',
      summary: '',
      metrics,
      routes: (scope) => {
        scope.get('/paused', () => Promise.reject(refuse.PAUSED()));
        scope.get('/away', () => Promise.reject(refuse.AWAY()));
        scope.get('/fault', () => Promise.reject(new Error('a fault of ours')));
      },
    });
    for (const url of ['/paused', '/paused', '/away', '/fault']) await app.inject(url);
    assert.match(await text(), /^hawker_http_failures_total\{service="tea"\} 2$/m);
    metrics.lastMinutes.closeSecond();
    const { refused, failed } = metrics.lastMinutes.service('tea').traffic(0, 1);
    assert.deepEqual([refused, failed], [[2], [2]]);
  });

  it('do not take the time for which somebody follows a stream for that of an answer', async (t) => {
    const { metrics, text } = observed(t);
    const app = createTestApp();
    t.after(() => app.close());
    const content = { 'text/event-stream': { schema: {} } };
    const response = { 200: { description: 'a stream', content } };
    mount(app, {
      name: 'tea',
      summary: '',
      metrics,
      routes: (scope) => {
        scope.get('/events', { schema: { access: access.public, response } }, (_request, reply) => {
          reply.hijack();
          reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).end();
        });
      },
    });
    assert.equal((await app.inject('/events')).statusCode, 200);
    assert.match(await text(), /^hawker_http_requests_total\{.*route="\/events".*\} 1$/m);
    assert.doesNotMatch(await text(), /^hawker_http_request_duration_seconds_count\{.*events/m);
    metrics.lastMinutes.closeSecond();
    const { requests, p99 } = metrics.lastMinutes.service('tea').traffic(0, 1);
    assert.deepEqual([requests, p99], [[1], [0]]);
  });

  it('of services of one kind share a name; what only grows is a counter', async (t) => {
    const { metrics, text } = observed(t);
    let sent = 1;
    metrics.counter('a', 'hawker_sent_total', 'Sent', () => sent);
    metrics.counter('b', 'hawker_sent_total', 'Sent', () => 7);
    metrics.gauge('a', 'hawker_waiting', 'Waiting', () => sent);
    await text();
    sent = 2;
    const shown = await text();
    for (const line of [
      '# TYPE hawker_sent_total counter',
      'hawker_sent_total{service="a"} 2',
      'hawker_sent_total{service="b"} 7',
      '# TYPE hawker_waiting gauge',
      'hawker_waiting{service="a"} 2',
    ]) {
      assert.ok(shown.includes(line), line);
    }
  });
});

function observed(t: TestContext) {
  const metrics = new Metrics();
  const stopping = new AbortController();
  t.after(() => stopping.abort());
  metrics.observeProcess(stopping.signal);
  return { metrics, text: () => metrics.registry.metrics() };
}
