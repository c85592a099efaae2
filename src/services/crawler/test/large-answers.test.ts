/** Jobs of many megabytes: an answer is read from the store as its client takes it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { Metrics } from '#kit/observe/metrics.ts';
import { createTestApp, fakeClock } from '#kit/testing/testing.ts';
import { EventStreams } from '#kit/web/event-streams.ts';
import { mount } from '#kit/host/listener.ts';
import { routes } from '../routes/routes.ts';
import { firstTotals } from '../store/rows.ts';
import type { Totals } from '../store/crawler-store.ts';
import { stores, type JobView } from './fixtures.ts';

const count = 256;
const link = `http://example.com/${'x'.repeat(2_000)}`;

for (const { name, skip, open } of stores) {
  test(
    `on ${name}, of a large job no more is read than its client takes, and it comes whole`,
    { skip },
    async (t) => {
      const clock = fakeClock();
      const store = await open(t, clock);
      const { n } = await store.create(link, link, 1_000, 0);
      await store.acquire({ owner: 'me', until: 1 }, 0, 1);
      const totals = JSON.parse(firstTotals) as Totals;
      for (let page = 0; page < count; page++) {
        const links = Array.from({ length: 64 }, (_, i) => `${link}${page}-${i}`);
        const result = { url: link, status_code: 200, title: '', links, crawled_at: page };
        const pages = [[page, result] as const];
        await store.save('me', n, { urls: [], pages, totals: { ...totals, pages: page + 1 } });
      }

      const pages = store.pages.bind(store);
      let underWay = 0;
      const read = t.mock.method(store, 'pages', (...range: Parameters<typeof pages>) => {
        underWay++;
        return pages(...range).finally(() => underWay--);
      });
      const log = pino({ level: 'fatal' });
      const app = createTestApp({ log });
      const streams = new EventStreams<number>({ max: 1, log });
      const jobs = { wake() {}, abandon() {} };
      mount(app, {
        name: 'crawler',
        summary: '',
        metrics: new Metrics(),
        routes: (inner) =>
          routes(inner, { store, jobs, streams, clock, publicOnly: false, canSign: false }),
      });
      await app.listen({ host: '127.0.0.1', port: 0 });

      const { port } = app.server.address() as AddressInfo;
      const asked = request({ host: '127.0.0.1', port, path: `/crawl/crawl_${n}` }).end();
      t.after(() => {
        asked.destroy();
        return app.close();
      });
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      // It goes on reading for as long as it does so in each of some turns.
      for (let idle = 0, before = 0; idle < 100; idle++) {
        await setImmediate();
        if (underWay > 0 || read.mock.callCount() > before) idle = 0;
        before = read.mock.callCount();
      }
      assert.ok(read.mock.callCount() < count / 2, `${read.mock.callCount()} portions were read`);

      const { job } = JSON.parse(await text(response)) as { job: JobView };
      assert.deepEqual(
        job.pages.map((page) => page.crawled_at),
        Array.from({ length: count }, (_, i) => i),
      );
      assert.equal(job.pages[9]!.links[5], `${link}9-5`);
    },
  );
}
