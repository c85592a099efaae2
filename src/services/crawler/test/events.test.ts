/** Jobs followed live: over real sockets, on two replicas where the store is shared. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { EventStream } from '#kit/web/event-streams.ts';
import type { TSchema } from 'typebox';
import type { App } from '#kit/web/app.ts';
import { compileStrict } from '#kit/web/schema.ts';
import { relay } from '#kit/testing/process.ts';
import { eventually, EventReader, missing, servers, unique } from '#kit/testing/testing.ts';
import { anchors, crawled, deployments, job, openCrawler, over, site, start } from './fixtures.ts';
import { progressFeed } from '../follow.ts';
import type { Job } from '../store/crawler-store.ts';

type Content = Record<'text/event-stream', { schema: TSchema }>;

/** Reads a stream event by event; `undefined` once it has ended. */
class Reader extends EventReader {
  async next() {
    for (;;) {
      const block = await this.block();
      if (block === undefined) return undefined;
      const [, id, event, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (id !== undefined) return { id, event, data: JSON.parse(data!) };
    }
  }
}

async function follow(t: TestContext, app: App, id: string, lastEventId?: string) {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const asked = request({ host: '127.0.0.1', port, path: `/crawl/${id}/events`, headers });
  t.after(() => asked.destroy());
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return new Reader(response);
}

/** A site of some pages, each of which answers once it is let go. */
async function stepwise(t: TestContext, count: number) {
  const gates = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const begun = Promise.withResolvers<void>();
  const { origin } = await site(t, (path) => {
    const n = Number(path.slice(1));
    if (path !== '/' && !(n < count)) return undefined;
    return (_request, response) => {
      begun.resolve();
      void gates[n]!.promise.then(() =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<title>Page\n\n${n}</title>${anchors(`/${n + 1}`)}`),
      );
    };
  });
  return { origin, begun: begun.promise, letGo: (n: number) => gates[n]!.resolve() };
}

for (const { name, skip, env } of deployments) {
  describe(`following a job, on ${name}`, { skip }, () => {
    async function replicas(t: TestContext) {
      const full = env();
      const one = await openCrawler(t, full);
      return [one, 'DATABASE_URL' in full ? await openCrawler(t, full) : one] as const;
    }

    it('the events are as the OpenAPI document says', async (t) => {
      const service = await openCrawler(t, env());
      const { app } = service;
      const { origin } = await site(t, { '/': anchors('/1'), '/1': '' });
      const { id } = await crawled(app, origin);
      const { paths } = service.openapi() as {
        paths: Record<string, { get: { responses: Record<string, { content: Content }> } }>;
      };
      const { content } = paths['/crawl/{id}/events']!.get.responses['200']!;
      const isValid = compileStrict(content['text/event-stream'].schema);
      const reader = await follow(t, app, id);
      for (const expected of ['page', 'page', 'end']) {
        const { event, data } = (await reader.next())!;
        assert.equal(event, expected);
        assert.equal(isValid(data), true, JSON.stringify(data));
      }
      assert.equal(isValid({ id }), false);
    });

    it('each page comes as it becomes known, numbered, on every replica; then the end', async (t) => {
      const [one, other] = await replicas(t);
      const { origin, letGo } = await stepwise(t, 3);
      const id = await start(one.app, origin);
      const readers = [await follow(t, one.app, id), await follow(t, other.app, id)];
      for (const { response } of readers) {
        assert.equal(response.statusCode, 200);
        assert.equal(response.headers['content-type'], 'text/event-stream');
        assert.equal(response.headers['cache-control'], 'no-store');
      }
      for (let n = 0; n < 4; n++) {
        if (n < 3) letGo(n);
        for (const reader of readers) {
          const event = await reader.next();
          const { pages } = await job(other.app, id);
          assert.deepEqual(event, { id: String(n + 1), event: 'page', data: pages[n] });
        }
      }
      for (const reader of readers) {
        const event = await reader.next();
        const { pages, ...ended } = await job(other.app, id);
        assert.deepEqual(event, { id: 'end', event: 'end', data: ended });
        assert.deepEqual([ended.status, pages.length], ['completed', 4]);
        assert.equal(await reader.next(), undefined);
      }
    });

    it('a client that comes back misses nothing, and gets nothing twice', async (t) => {
      const [one, other] = await replicas(t);
      const { origin } = await site(t, (path) => anchors(`${path}1`, `${path}2`));
      const id = await start(one.app, origin, 20);
      const seen: unknown[] = [];
      let last: string | undefined;
      for (let turn = 0; last !== 'end'; turn++) {
        const reader = await follow(t, [one, other][turn % 2]!.app, id, last);
        const event = (await reader.next())!;
        last = event.id;
        if (event.event === 'page') seen.push(event.data);
        reader.response.destroy();
      }
      assert.deepEqual(seen, (await job(one.app, id)).pages);
    });

    it('a client that has the end gets 204, after which a browser does not come back', async (t) => {
      const [one] = await replicas(t);
      const { origin } = await site(t, { '/': '' });
      const { id } = await crawled(one.app, origin);
      const headers = { 'last-event-id': 'end' };
      const response = await one.app.inject({ url: `/crawl/${id}/events`, headers });
      assert.deepEqual([response.statusCode, response.body], [204, '']);
      const reader = await follow(t, one.app, id, '1');
      assert.equal((await reader.next())?.event, 'end');
    });

    it('a cancelled job ends its streams, on every replica, with the pages that it has', async (t) => {
      const [one, other] = await replicas(t);
      const { origin, letGo } = await stepwise(t, 3);
      const id = await start(one.app, origin);
      const readers = [await follow(t, one.app, id), await follow(t, other.app, id)];
      letGo(0);
      for (const reader of readers) assert.equal((await reader.next())?.id, '1');
      await other.app.inject({ method: 'POST', url: `/crawl/${id}/cancel` });
      for (const reader of readers) {
        const event = await reader.next();
        assert.deepEqual([event?.event, event?.data.status], ['end', 'cancelled']);
        assert.equal(await reader.next(), undefined);
      }
    });

    it('an unknown job is 404, a wrong event id is 400, and a HEAD has the headers', async (t) => {
      const [{ app }] = await replicas(t);
      const { origin } = await site(t, { '/': '' });
      const id = await start(app, origin);
      const ask = (path: string, more: object = {}) => app.inject({ url: path, ...more });
      for (const wrong of ['crawl_99', 'crawl_0', 'x']) {
        const response = await ask(`/crawl/${wrong}/events`);
        assert.deepEqual([response.statusCode, response.json().code], [404, 'UNKNOWN_JOB']);
      }
      for (const wrong of ['-1', 'x', '10000', '1.5']) {
        const headers = { 'last-event-id': wrong };
        const response = await ask(`/crawl/${id}/events`, { headers });
        assert.equal(response.statusCode, 400, wrong);
      }
      const { statusCode, headers } = await ask(`/crawl/${id}/events`, { method: 'HEAD' });
      assert.deepEqual([statusCode, headers['content-type']], [200, 'text/event-stream']);
    });

    it('streams end when the service stops, and its client goes on after the next start', async (t) => {
      const [one] = await replicas(t);
      const { origin, letGo } = await stepwise(t, 2);
      const id = await start(one.app, origin);
      const reader = await follow(t, one.app, id);
      letGo(0);
      assert.equal((await reader.next())?.id, '1');
      const closed = one.close();
      assert.equal(await reader.next(), undefined);
      letGo(1);
      await closed;
    });
  });
}

it('one page is read for a client at a time, once it has taken the one before', async () => {
  const asked: [offset: number, limit: number][] = [];
  const store = {
    find: async () => ({ n: 7, status: 'running', endedAt: null }) as Job,
    async pages(_n: number, offset: number, limit: number) {
      asked.push([offset, limit]);
      return offset < 3 ? [JSON.stringify({ ...page, title: String(offset) })] : [];
    },
  };
  const page = { url: 'http://a/', status_code: 200, links: [], crawled_at: 0 };
  const sent: string[] = [];
  const gates: (() => void)[] = [];
  const stream = {
    isOver: false,
    send: (_event: string, _data: object, id: string) => void sent.push(id),
    taken: () => new Promise<void>((resolve) => gates.push(resolve)),
  } as unknown as EventStream;
  const reading = progressFeed(store, 7, 1)(stream);
  await eventually(() => gates.length >= 1);
  assert.deepEqual([asked, sent], [[[1, 1]], ['2']]);
  gates[0]!();
  await eventually(() => gates.length >= 2);
  assert.deepEqual(sent, ['2', '3']);
  gates[1]!();
  await reading;
  assert.deepEqual(asked.at(-1), [3, 1]);
});

it(
  'after an outage of PostgreSQL a stream goes on, if need be when its client comes back',
  { skip: missing('postgres') },
  async (t) => {
    const { url, cut, mend } = await relay(servers.postgres);
    const shared = { CRAWLER_PREFIX: unique('crawler'), DATABASE_URL: servers.postgres };
    const near = await openCrawler(t, shared);
    const { origin, begun, letGo } = await stepwise(t, 2);
    const id = await start(near.app, origin);
    await begun;
    // It comes too late to run the job itself, which would end with its line.
    const far = await openCrawler(t, { ...shared, DATABASE_URL: url });
    let reader = await follow(t, far.app, id);
    letGo(0);
    assert.equal((await reader.next())?.id, '1');
    await cut();
    letGo(1);
    const ended = await over(near.app, id);
    await mend();
    const seen: (string | undefined)[] = [];
    while (seen.at(-1) !== 'end') {
      const event = await reader.next();
      if (event !== undefined) seen.push(event.id);
      // The listening connection may be back before the reading one: then the stream ends, and the
      // client comes back.
      else reader = await follow(t, far.app, id, seen.at(-1) ?? '1');
    }
    assert.deepEqual(seen, ['2', '3', 'end']);
    assert.equal(ended.pages.length, 3);
  },
);
