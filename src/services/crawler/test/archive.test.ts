/** Jobs as a whole: listed, exported, removed by hand and by their age. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { App } from '#kit/web/app.ts';
import { eventually } from '#kit/testing/testing.ts';
import {
  anchors,
  crawled,
  deployments,
  job,
  openCrawler,
  over,
  post,
  site,
  start,
} from './fixtures.ts';

const dayMs = 24 * 60 * 60 * 1000;
const remove = (app: App, id: string) => app.inject({ method: 'DELETE', url: `/crawl/${id}` });

for (const { name, skip, env } of deployments) {
  describe(`jobs as a whole, on ${name}`, { skip }, () => {
    it('GET /crawl lists jobs without their pages, by status, the newest first', async (t) => {
      const { app } = await openCrawler(t, { ...env(), CRAWL_JOBS: '1' });
      const { origin } = await site(t, { '/': '', '/never': () => {} });
      const list = async (query = '') => (await app.inject(`/crawl${query}`)).json();
      assert.deepEqual(await list(), { jobs: [] });
      const done = await crawled(app, origin, 1, { max_depth: 0 });
      const running = await start(app, `${origin}/never`);
      const waiting = await start(app, origin);
      await eventually(async () => (await job(app, running)).status === 'running');
      const { pages, ...shown } = done.job;
      assert.equal(pages.length, 1);
      assert.deepEqual(await list('?status=completed'), { jobs: [shown] });
      const ids = async (query: string) =>
        (await list(query)).jobs.map(({ id }: { id: string }) => id);
      assert.deepEqual(await ids(''), [waiting, running, done.id]);
      assert.deepEqual(await ids('?status=running'), [running]);
      assert.deepEqual(await ids('?status=started'), [waiting]);
      assert.deepEqual(await ids('?status=failed'), []);
      await app.inject({ method: 'POST', url: `/crawl/${running}/cancel` });
      assert.deepEqual(await ids('?status=cancelled'), [running]);
    });

    it('the list is paged by an opaque cursor', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, { '/': '' });
      const ids: string[] = [];
      for (let i = 0; i < 7; i++) ids.unshift(await start(app, origin, 1));
      for (const limit of [1, 3, 7, 1_000]) {
        const seen: string[] = [];
        let query = `?limit=${limit}`;
        for (let pages = 1; ; pages++) {
          const page = (await app.inject(`/crawl${query}`)).json();
          seen.push(...page.jobs.map(({ id }: { id: string }) => id));
          if (page.next_cursor === undefined) {
            assert.equal(pages, Math.ceil(7 / limit));
            break;
          }
          query = `?limit=${limit}&cursor=${page.next_cursor}`;
        }
        assert.deepEqual(seen, ids);
      }
      for (const [query, field] of [
        ['limit=0', 'limit'],
        ['limit=1001', 'limit'],
        ['cursor=x', 'cursor'],
        ['cursor=MA', 'cursor'],
        ['status=done', 'status'],
      ] as const) {
        const answer = await app.inject(`/crawl?${query}`);
        assert.equal(answer.statusCode, 400, query);
        assert.equal(answer.json().errors[0].path, field, query);
      }
      for (const id of ids) await over(app, id);
    });

    it('DELETE /crawl/:id removes a job that is over, with its pages and their content', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, { '/': anchors('/a'), '/a': '' });
      const { id } = await crawled(app, origin, 2, { formats: ['html'] });
      const kept = await crawled(app, origin, 2);
      const answer = await remove(app, id);
      assert.deepEqual([answer.statusCode, answer.json()], [200, { job_id: id, deleted: true }]);
      for (const path of ['', '/urls', '/events', '/export', '/pages/1?format=html']) {
        const gone = await app.inject(`/crawl/${id}${path}`);
        assert.deepEqual([gone.statusCode, gone.json().code], [404, 'UNKNOWN_JOB'], path);
      }
      for (const again of [
        await remove(app, id),
        await remove(app, 'crawl_99'),
        await remove(app, 'x'),
      ]) {
        assert.deepEqual([again.statusCode, again.json().code], [404, 'UNKNOWN_JOB']);
      }
      const { jobs } = (await app.inject('/crawl')).json();
      assert.deepEqual(
        jobs.map((one: { id: string }) => one.id),
        [kept.id],
      );
      assert.deepEqual(await job(app, kept.id), kept.job);
    });

    it('before its end a job cannot be removed: 409 JOB_RUNNING', async (t) => {
      const { app } = await openCrawler(t, { ...env(), CRAWL_JOBS: '1' });
      const { origin } = await site(t, { '/': () => {} });
      const [running, waiting] = [await start(app, origin), await start(app, origin)];
      for (const id of [running, waiting]) {
        const answer = await remove(app, id);
        assert.deepEqual([answer.statusCode, answer.json().code], [409, 'JOB_RUNNING']);
        await app.inject({ method: 'POST', url: `/crawl/${id}/cancel` });
        assert.equal((await remove(app, id)).statusCode, 200);
      }
    });

    it('GET /crawl/:id/export streams one page a line', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, {
        '/': `<title>Two\nlines\u2028</title>${anchors('/a', '/b')}`,
        '/a': '',
        '/b': '',
      });
      const { id, job } = await crawled(app, origin);
      const answer = await app.inject(`/crawl/${id}/export`);
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['content-type'], 'application/x-ndjson');
      const lines = answer.body.split('\n');
      assert.equal(lines.pop(), '');
      assert.deepEqual(
        lines.map((line) => JSON.parse(line) as unknown),
        job.pages,
      );
      const unknown = await app.inject('/crawl/crawl_99/export');
      assert.deepEqual([unknown.statusCode, unknown.json().code], [404, 'UNKNOWN_JOB']);
    });

    it('the export of a job without pages is empty', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, { '/': () => {} });
      const id = await start(app, origin);
      assert.equal((await app.inject(`/crawl/${id}/export`)).body, '');
      await app.inject({ method: 'POST', url: `/crawl/${id}/cancel` });
    });

    it('CRAWL_RETENTION_DAYS after its end a job is removed; 0 keeps it', async (t) => {
      const { origin } = await site(t, { '/': '' });
      const { app, clock } = await openCrawler(t, { ...env(), CRAWL_RETENTION_DAYS: '2' });
      const old = await crawled(app, origin, 1);
      clock.advance(dayMs);
      const young = await crawled(app, origin, 1);
      clock.advance(dayMs);
      await eventually(async () => (await app.inject(`/crawl/${old.id}`)).statusCode === 404);
      assert.equal((await job(app, young.id)).status, 'completed');

      const keeping = await openCrawler(t, env());
      const { id } = await crawled(keeping.app, origin, 1);
      keeping.clock.advance(40_000 * dayMs);
      assert.equal((await post(keeping.app, { url: origin })).statusCode, 202);
      assert.equal((await job(keeping.app, id)).status, 'completed');
    });
  });
}
