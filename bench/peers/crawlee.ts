/**
 * crawlee's CheerioCrawler over the sections of the site, one after another; takes title and
 * links of each page. It has no `maxRequestsPerCrawl`: a section ends by itself, and near that limit
 * `enqueueLinks` would wait a second for each batch. Prints `RESULT {"pages": …, "seconds": …}`.
 */
import { CheerioCrawler, Configuration, LogLevel, log } from '@crawlee/cheerio';

const site = process.env['SITE']!;
const sections = Number(process.env['SECTIONS'] ?? 5);
const concurrency = process.env['CONCURRENCY'];
log.setLevel(LogLevel.OFF);

let pages = 0;
let seconds = 0;
for (let section = 0; section < sections; section++) {
  const configuration = new Configuration({ persistStorage: false, purgeOnStart: false });
  let last = 0;
  const crawler = new CheerioCrawler(
    {
      ...(concurrency && {
        minConcurrency: Number(concurrency),
        maxConcurrency: Number(concurrency),
      }),
      async requestHandler({ $, enqueueLinks }) {
        if ($('title').text() === '') throw new Error('no title');
        await enqueueLinks();
        pages++;
        last = performance.now();
      },
    },
    configuration,
  );
  const started = performance.now();
  await crawler.run([`${site}/${section}/0`]);
  seconds += (last - started) / 1000;
}
console.log(`RESULT ${JSON.stringify({ pages, seconds })}`);
