/**
 * The crawler on a local site of 5,000 pages without delay, beside crawlee's CheerioCrawler.
 * Crawlers run on the first core, the site on the second.
 */
import { spawnSync } from 'node:child_process';
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

const sections = setting('BENCH_SECTIONS', 5, 1);

interface Crawled {
  readonly pages: number;
  /** The time until the last page: neither the start nor the drain period counts. */
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
