/** Webhooks at the end of jobs, to real receivers in another process. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { eventually, temporaryFolder } from '#kit/testing/testing.ts';
import { freePort } from '#kit/testing/free-port.ts';
import { crawled, deployments, job, openCrawler, post, site, start } from './fixtures.ts';

const key = Buffer.alloc(32, 7);
const secret = { WEBHOOK_SECRET: `whsec_${key.toString('base64')}` };

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let receiver = '';
let child: ReturnType<typeof spawn>;

before(async () => {
  const file = new URL('./receiver-process.ts', import.meta.url).pathname;
  child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const port of createInterface({ input: child.stdout! })) {
    receiver = `http://127.0.0.1:${port}`;
    break;
  }
});
after(() => child.kill('SIGKILL'));

const seen = async (path: string) =>
  (await (await fetch(`${receiver}/seen${path}`)).json()) as Received[];

const minute = 60_000;

/** Each test has a receiver of its own. */
let paths = 0;
const own = (path: string) => `${path}?${++paths}`;

async function open(t: TestContext, env: Environment) {
  const opened = await openCrawler(t, { ...secret, ...env });
  const { origin } = await site(t, { '/': '<title>T</title>' });
  const status = async (id: string) => (await job(opened.app, id)).webhook_status;
  return { ...opened, origin, status };
}

for (const { name, skip, env } of deployments) {
  describe(`webhooks, with jobs on ${name}`, { skip }, () => {
    it('a job that is completed tells so, signed, once', async (t) => {
      const { app, origin, status, clock } = await open(t, env());
      const path = own('/ok');
      const { id, job } = await crawled(app, origin, 1, { webhook: receiver + path });
      await eventually(async () => (await status(id)) === 'delivered');
      const [message, ...more] = await seen(path);
      assert.equal(more.length, 0);
      const { headers, body } = message!;
      const now = clock();
      assert.deepEqual(JSON.parse(body), {
        type: 'crawl.completed',
        timestamp: new Date(now).toISOString(),
        data: {
          id,
          status: 'completed',
          seed_url: origin,
          max_pages: 1,
          started_at: job.started_at,
          ended_at: job.ended_at,
          page_count: 1,
        },
      });
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(headers['webhook-timestamp'], String(Math.floor(now / 1000)));
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      const signature = createHmac('sha256', key).update(signed).digest('base64');
      assert.equal(headers['webhook-signature'], `v1,${signature}`);
    });

    it('so does one that is cancelled', async (t) => {
      const { app, origin, status } = await open(t, { ...env(), CRAWL_DELAY_MS: '3600000' });
      const path = own('/ok');
      const id = await start(app, origin, 1, { webhook: receiver + path });
      await app.inject({ method: 'POST', url: `/crawl/${id}/cancel` });
      await eventually(async () => (await status(id)) === 'delivered');
      const [{ body }] = (await seen(path)) as [Received];
      const { type, data } = JSON.parse(body);
      assert.deepEqual([type, data.id, data.status], ['crawl.cancelled', id, 'cancelled']);
    });

    it('a receiver that answers 500 or 429 is asked again, with the same id', async (t) => {
      const { app, origin, status, clock } = await open(t, env());
      for (const path of [own('/flaky'), own('/busy')]) {
        const { id } = await crawled(app, origin, 1, { webhook: receiver + path });
        await eventually(async () => {
          clock.advance(minute);
          return (await status(id)) === 'delivered';
        });
        const messages = await seen(path);
        assert.ok(messages.length >= (path.startsWith('/flaky') ? 3 : 2), path);
        assert.equal(new Set(messages.map(({ headers }) => headers['webhook-id'])).size, 1);
        assert.equal(new Set(messages.map(({ body }) => body)).size, 1);
      }
    });

    it('one that is gone (410) is not asked again', async (t) => {
      const { app, origin, status } = await open(t, env());
      const path = own('/gone');
      const { id } = await crawled(app, origin, 1, { webhook: receiver + path });
      await eventually(async () => (await status(id)) === 'failed');
      assert.equal((await seen(path)).length, 1);
    });

    it('redirects are not followed, neither to private addresses nor elsewhere', async (t) => {
      const { app, origin, status, clock } = await open(t, env());
      const ok = (await seen('/ok')).length;
      for (const path of [own('/moved'), own('/to-private')]) {
        const { id } = await crawled(app, origin, 1, { webhook: receiver + path });
        await eventually(async () => {
          clock.advance(minute);
          return (await seen(path)).length > 1;
        });
        assert.equal(await status(id), 'pending');
      }
      assert.equal((await seen('/ok')).length, ok);
    });

    it('private addresses are refused as for pages, in whatever form', async (t) => {
      const guarded = { ...env(), CRAWL_BLOCK_PRIVATE: '1' };
      const opened = await openCrawler(
        t,
        { ...secret, ...guarded },
        { resolve: async (host) => [host === 'mixed.test' ? '10.0.0.1' : '127.0.0.1'] },
      );
      const { app } = opened;
      const { port } = new URL(receiver);
      const path = own('/ok');
      for (const host of [
        '127.0.0.1',
        '127.1',
        '[::1]',
        '[::ffff:7f00:1]',
        'name.test',
        'mixed.test',
      ]) {
        const webhook = `http://${host}:${port}${path}`;
        const { id } = await crawled(app, 'http://127.0.0.1:1/', 1, { webhook });
        await eventually(async () => (await job(app, id)).webhook_status === 'failed');
      }
      assert.deepEqual(await seen(path), []);
    });

    it('a slow receiver, and one that is down, hold up no other', async (t) => {
      const { app, origin, status } = await open(t, env());
      const slow = own('/slow');
      const stuck = await crawled(app, origin, 1, { webhook: receiver + slow });
      await eventually(async () => (await seen(slow)).length === 1);
      const down = `http://127.0.0.1:${await freePort()}/`;
      const lost = await crawled(app, origin, 1, { webhook: down });
      const { id } = await crawled(app, origin, 1, { webhook: receiver + own('/ok') });
      await eventually(async () => (await status(id)) === 'delivered');
      assert.equal(await status(stuck.id), 'pending');
      assert.equal(await status(lost.id), 'pending');
    });

    it('what was not told before a stop is told after it', async (t) => {
      const full = { ...secret, DATA_DIR: temporaryFolder(), ...env() };
      const port = await freePort();
      const first = await openCrawler(t, full);
      const webhook = `http://127.0.0.1:${port}/`;
      const { id } = await crawled(first.app, 'http://127.0.0.1:1/', 1, { webhook });
      await first.close();
      const told = Promise.withResolvers<void>();
      const late = createServer((_request, response) => {
        response.end();
        told.resolve();
      }).listen(port, '127.0.0.1');
      t.after(() => late.close());
      const second = await openCrawler(t, full);
      second.clock.advance(60 * minute);
      await told.promise;
      await eventually(async () => (await job(second.app, id)).webhook_status === 'delivered');
    });

    it('without WEBHOOK_SECRET none can be asked for: 400 names webhook', async (t) => {
      const { app } = await openCrawler(t, env());
      const response = await post(app, { url: 'http://a.test/', webhook: `${receiver}/ok` });
      assert.equal(response.statusCode, 400);
      assert.deepEqual(response.json().errors, [
        { path: 'webhook', message: 'requires WEBHOOK_SECRET to be set' },
      ]);
    });
  });
}
