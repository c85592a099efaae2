/**
 * The crawler on a local site of 5,000 pages without delay, beside crawlee's CheerioCrawler; then
 * extraction beside bare htmlparser2. Crawlers run on the first core, the site on the second.
 */
import { spawnSync } from 'node:child_process';
import { Parser } from 'htmlparser2';
import { extract } from '../src/services/crawler/web/extract.ts';
import {
  median,
  printTable,
  root,
  startService,
  withFolder,
  type Server,
  rounds,
  inTurn,
  setting,
  isQuick,
} from './lib/harness.ts';
import { startSite } from './lib/site.ts';
import { sitePage } from './peers/crawl-page.ts';

const sections = setting('BENCH_SECTIONS', 5, 1);

interface Crawled {
  readonly pages: number;
  /** To the last page: neither the start nor the drain period counts. */
  readonly seconds: number;
}

const site = await startSite(sections);
try {
  await withFolder(async (folder) => {
    const ours = await startService('crawler', 'crawler', {
      DATA_DIR: folder,
      CRAWL_DELAY_MS: '0',
    });
    try {
      await compareCrawlers(ours);
    } finally {
      await ours.stop();
    }
  });
} finally {
  site.stop();
}
await compareExtraction();

async function compareCrawlers(ours: Server): Promise<void> {
  const candidates: [name: string, run: () => Promise<Crawled>][] = [
    ['crawler, 3 workers', () => crawlOurs(ours)],
    ['crawlee, concurrency 3', async () => crawlee('3')],
    ['crawlee, its own concurrency', async () => crawlee('')],
  ];
  // Crawlee takes half a minute for a thousand pages.
  if (isQuick) candidates.length = 2;
  const rates = await inTurn(candidates, rounds, async ([name, run]) => {
    const { pages, seconds } = await run();
    if (pages < sections * 1_000) throw new Error(`${name} got ${pages} pages`);
    return pages / seconds;
  });
  console.log(`${sections} × 1,000 pages, ${rounds} rounds, medians`);
  printTable(
    candidates.map(([name], i) => ({
      crawler: name,
      'pages/s': Math.round(median(rates[i]!)),
      'ours over it': ratio(rates[0]!, rates[i]!),
    })),
  );
}

function ratio(ours: number[], theirs: number[]): string {
  return median(ours.map((rate, round) => rate / theirs[round]!)).toFixed(2);
}

async function crawlOurs({ url }: Server): Promise<Crawled> {
  let pages = 0;
  let seconds = 0;
  for (let section = 0; section < sections; section++) {
    const body = JSON.stringify({ url: `${site.url}/${section}/0`, max_pages: 1_000 });
    const headers = { 'content-type': 'application/json', connection: 'close' };
    // Between two of these calls the service may have closed an idle connection.
    const response = await fetch(`${url}/crawl`, { method: 'POST', headers, body });
    const { job_id } = (await response.json()) as { job_id: string };
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const answer = await fetch(`${url}/crawl/${job_id}`, { headers: { connection: 'close' } });
      const { job } = (await answer.json()) as { job: Job };
      if (job.status !== 'completed') continue;
      pages += job.pages.filter(({ status_code: status }) => status === 200).length;
      const last = Math.max(...job.pages.map(({ crawled_at: at }) => at));
      seconds += (last - job.started_at) / 1000;
      break;
    }
  }
  return { pages, seconds };
}

interface Job {
  readonly status: string;
  readonly started_at: number;
  readonly pages: { readonly crawled_at: number; readonly status_code: number }[];
}

function crawlee(concurrency: string): Crawled {
  const env = {
    ...process.env,
    SITE: site.url,
    SECTIONS: String(sections),
    CONCURRENCY: concurrency,
  };
  const args = ['-c', '0', process.execPath, 'bench/peers/crawlee.ts'];
  const { stdout, stderr } = spawnSync('taskset', args, { cwd: root, env, encoding: 'utf8' });
  const line = stdout.split('\n').find((text) => text.startsWith('RESULT '));
  if (line === undefined) throw new Error(`crawlee: ${stdout}${stderr}`);
  return JSON.parse(line.slice(7)) as Crawled;
}

async function compareExtraction(): Promise<void> {
  const pages = Array.from({ length: 500 }, (_, i) => sitePage(0, i));
  const bytes = pages.reduce((sum, { length }) => sum + length, 0);
  const candidates: [name: string, run: (page: Buffer) => unknown][] = [
    [
      'extraction: title, links resolved',
      (page) => extract(page, 'text/html; charset=utf-8', 'http://127.0.0.1/0/0'),
    ],
    [
      'bare htmlparser2: nothing kept',
      (page) => {
        new Parser({}).end(page.toString());
      },
    ],
    [
      'htmlparser2: raw hrefs kept',
      (page) => {
        const hrefs: string[] = [];
        const onopentag = (name: string, { href }: Record<string, string>) => {
          if (name === 'a' && href !== undefined) hrefs.push(href);
        };
        new Parser({ onopentag }).end(page.toString());
      },
    ],
  ];
  const rates = candidates.map((): number[] => []);
  for (let round = -2; round < 7; round++) {
    for (const [i, [, run]] of candidates.entries()) {
      const started = performance.now();
      for (const page of pages) await run(page);
      const rate = bytes / 1000 / (performance.now() - started);
      if (round >= 0) rates[i]!.push(rate);
    }
  }
  console.log(`${pages.length} pages of ${Math.round(bytes / pages.length / 1000)} KB`);
  printTable(
    candidates.map(([name], i) => ({
      candidate: name,
      'MB/s': median(rates[i]!).toFixed(1),
      'ours over it': ratio(rates[0]!, rates[i]!),
    })),
  );
}
