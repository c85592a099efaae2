/** The real process, killed while it crawls: it goes on, and requests no page twice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { post, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { anchors, paths, site, type JobView } from './fixtures.ts';

const maxPages = 300;

describe('crawler, killed while it crawls', () => {
  const stores = [
    { name: 'SQLite', skip: false, env: {} },
    {
      name: 'PostgreSQL',
      skip: missing('postgres'),
      env: {
        DATABASE_URL: servers.postgres,
        CRAWLER_PREFIX: unique('crawler'),
        CRAWL_LEASE_MS: '1000',
      },
    },
  ];
  for (const { name, skip, env } of stores) {
    it(`goes on without a page lost or requested twice, on ${name}`, { skip }, async (t) => {
      let requested = 0;
      const killed = Promise.withResolvers<void>();
      const { origin, requests } = await site(t, (path) => {
        if (path === '/robots.txt') return undefined;
        if (++requested === maxPages / 2) void process.end('SIGKILL').then(() => killed.resolve());
        return `<title>${path}</title>${anchors(`${path}1`, `${path}2`, `${path}3`)}`;
      });
      const full = { DATA_DIR: temporaryFolder(), CRAWL_DELAY_MS: '0', ...env };
      let process = await startProcess(t, ['crawler'], full);
      const started = await post(process.addresses['crawler']!, '/crawl', {
        url: origin,
        max_pages: maxPages,
      });
      assert.equal(started.status, 202);
      await killed.promise;
      process = await startProcess(t, ['crawler'], full);
      const ask = async (limit: number): Promise<JobView> => {
        const path = `/crawl/${started.body.job_id}?limit=${limit}`;
        const response = await fetch(`${process.addresses['crawler']}${path}`);
        const { job } = (await response.json()) as { job: JobView };
        return job;
      };
      await eventually(async () => (await ask(0)).status === 'completed');

      const job = await ask(maxPages);
      assert.equal(job.pages.length, maxPages);
      assert.equal(new Set(paths(job.pages)).size, maxPages);
      const interrupted = job.pages.filter(({ error }) => error !== undefined);
      assert.ok(interrupted.length <= 3, `${interrupted.length} were given up`);
      for (const { error } of interrupted) assert.match(error!, /^interrupted/);
      requests.delete('/robots.txt');
      for (const [path, count] of requests) assert.equal(count, 1, path);
      const found = new Set(paths(job.pages));
      for (const path of requests.keys()) assert.ok(found.has(path), path);
    });

    it(
      `with retries, each page is answered once, with what it had at last, on ${name}`,
      { skip },
      async (t) => {
        const pages = 15;
        const failures = new Map<string, number>();
        let requested = 0;
        const killed = Promise.withResolvers<void>();
        const { origin, requests } = await site(t, (path) => {
          if (path === '/robots.txt') return undefined;
          if (++requested === pages) void process.end('SIGKILL').then(() => killed.resolve());
          const failed = failures.get(path) ?? 0;
          failures.set(path, failed + 1);
          if (failed === 0) return (_request, response) => void response.writeHead(503).end();
          return `<title>${path}</title>${anchors(`${path}1`, `${path}2`, `${path}3`)}`;
        });
        const full = { DATA_DIR: temporaryFolder(), CRAWL_DELAY_MS: '0', ...env };
        let process = await startProcess(t, ['crawler'], full);
        const body = { url: origin, max_pages: pages, retries: 5 };
        const started = await post(process.addresses['crawler']!, '/crawl', body);
        await killed.promise;
        process = await startProcess(t, ['crawler'], full);
        const show = async () => {
          const address = process.addresses['crawler'];
          const response = await fetch(`${address}/crawl/${started.body.job_id}`);
          return ((await response.json()) as { job: JobView }).job;
        };
        await eventually(async () => (await show()).status === 'completed');
        const job = await show();
        assert.equal(new Set(paths(job.pages)).size, pages);
        assert.equal(job.pages.length, pages);
        for (const { status_code, error, url } of job.pages) {
          assert.deepEqual([status_code, error], [200, undefined], url);
        }
        requests.delete('/robots.txt');
        for (const [path, count] of requests) assert.ok(count <= 6, `${path}: ${count}`);
      },
    );

    it(`a job that ends the process twice is ended as failed, on ${name}`, { skip }, async (t) => {
      let killed = Promise.withResolvers<void>();
      // Any page would be the end of the third process, too.
      const { origin } = await site(t, (path) => {
        if (path === '/') return anchors('/1', '/2', '/3', '/4', '/5', '/6', '/7');
        if (path !== '/robots.txt') void process.end('SIGKILL').then(() => killed.resolve());
        return undefined;
      });
      const full = { DATA_DIR: temporaryFolder(), CRAWL_DELAY_MS: '0', ...env };
      let process = await startProcess(t, ['crawler'], full);
      const { body } = await post(process.addresses['crawler']!, '/crawl', { url: origin });
      await killed.promise;
      killed = Promise.withResolvers();
      process = await startProcess(t, ['crawler'], full);
      await killed.promise;
      process = await startProcess(t, ['crawler'], full);
      const address = process.addresses['crawler'];
      const events = await fetch(`${address}/crawl/${body.job_id}/events`);
      assert.match(await events.text(), /event: end\ndata: \{.*"status":"failed"/);
      const urls = await fetch(`${address}/crawl/${body.job_id}/urls`);
      const { counts } = (await urls.json()) as { counts: Record<string, number> };
      assert.ok(counts['failed']! >= 1, JSON.stringify(counts));
      const cancelled = await post(address!, `/crawl/${body.job_id}/cancel`, {});
      assert.deepEqual([cancelled.status, cancelled.body.code], [409, 'JOB_COMPLETED']);
    });
  }
});
