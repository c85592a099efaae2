import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { countUnrouted, mount } from '../web/http.ts';
import { createTestApp, eventually } from '../testing/testing.ts';
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
