/** Crawls of a small site of our own: each ends, with each page once. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Findings } from '#kit/testing/workload/findings.ts';
import {
  expectStatus,
  forEachOf,
  isRefused,
  once as askOnce,
  read,
  within,
  type Workload,
} from '#kit/testing/workload/workload.ts';

const paths = ['/', '/green', '/black'];
/** A job takes 2 s at least, and a process runs ten at a time. */
const actsPerJob = 15;
const endMs = 60_000;

export const crawlerEnv = { CRAWL_DELAY_MS: '0', CRAWL_LEASE_MS: '5000' };

interface Job {
  readonly status: string;
  readonly pages: readonly { readonly url: string; readonly error?: string }[];
}

export function crawlerWorkload(): Workload {
  const jobs: string[] = [];
  let site = '';

  return {
    service: 'crawler',

    async prepare() {
      site = await startSite();
    },

    async act(ask, client, n) {
      const job = jobs.at(-1);
      if ((n + client) % actsPerJob !== 0 && job !== undefined) {
        const shown = await askOnce(ask, { method: 'GET', path: `/crawl/${job}` });
        if (!isRefused(shown)) expectStatus(shown, 200);
        return;
      }
      const body = { url: `${site}/`, max_pages: paths.length };
      const answer = await askOnce(ask, { method: 'POST', path: '/crawl', body });
      if (isRefused(answer)) return;
      expectStatus(answer, 202);
      jobs.push(answer.data.job_id);
    },

    async check(ask) {
      const findings = new Findings();
      findings.distinct('the job', jobs);
      await forEachOf(jobs, async (id) => {
        let job: Job | undefined;
        await within(endMs, async () => {
          ({ job } = (await read(ask, `/crawl/${id}`)).data);
          return job === undefined || job.status === 'completed';
        });
        if (job?.status !== 'completed') return findings.lost(`the crawl ${id}: ${job?.status}`);
        const urls = job.pages.map(({ url }) => url);
        findings.distinct(`the page of ${id}`, urls);
        // Requested before the store went away, and not again: what it linked to is not known.
        if (job.pages.some(({ error }) => error?.startsWith('interrupted'))) return;
        const missing = paths.filter((path) => !urls.includes(site + path));
        if (missing.length > 0) findings.lost(`pages of ${id}: ${missing}`);
      });
      return findings.all;
    },
  };
}

/** It needs no stopping: it does not keep the process alive. */
async function startSite(): Promise<string> {
  const links = paths.map((path) => `<a href="${path}">tea</a>`).join(' ');
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html' }).end(links);
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
