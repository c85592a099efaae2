/** Crawler: one crawl, from its seed on: how far it is, what became of each URL, and what a page says. */
import { useState } from 'preact/hooks';
import { useChanges } from '../../live/changes.ts';
import { hawker } from '../../live/hawker.ts';
import { useAddressMember, useLoaded } from '../../live/hooks.ts';
import { useLive } from '../../live/overview.ts';
import { Chart } from '../../parts/chart.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useShown } from '../../playground/shown.ts';
import { ServiceFrame } from '../service-frame.tsx';
import './crawler.css';
import { Job } from './job.tsx';
import { StartCrawl } from './start-crawl.tsx';

export function CrawlerPage() {
  return (
    <ServiceFrame
      page="crawler"
      first={['crawlerStart', 'crawlerShow', 'crawlerListUrls', 'crawlerCancel']}
    >
      <Crawls />
    </ServiceFrame>
  );
}

function Crawls() {
  const { data, error, reload } = useLoaded(() => hawker.crawler.list({ limit: 50 }), []);
  useChanges('crawler', reload, { counters: ['jobs', 'removed'] });
  const [chosen, choose] = useAddressMember('crawl');
  const [refusal, setRefusal] = useState<Error>();
  const jobs = data?.jobs ?? [];
  const id = chosen === '' ? jobs[0]?.id : chosen;
  const job = jobs.find((one) => one.id === id);
  // Where nothing was crawled yet, there is this page.
  useShown({ id, 'crawlerStart url': job?.seed_url ?? `${location.origin}/` });
  return (
    <>
      {error && <Problem error={error} retry={reload} />}
      {refusal && <Problem error={refusal} />}
      {data && (
        <StartCrawl
          isFirst={jobs.length === 0}
          latest={jobs[0]?.seed_url}
          done={(started) => {
            choose(started);
            reload();
          }}
          refused={setRefusal}
        />
      )}
      {jobs.length > 0 && (
        <label class="row centred">
          <span>Crawl</span>
          <select value={id} onChange={(event) => choose(event.currentTarget.value)}>
            {jobs.map((job) => (
              <option key={job.id} value={job.id}>
                {job.id}: {job.seed_url}
              </option>
            ))}
          </select>
        </label>
      )}
      {id !== undefined && <Job key={id} id={id} />}
      {id !== undefined && <PagesASecond />}
    </>
  );
}

/** Shows the pages a second of all crawls of this process. */
function PagesASecond() {
  const { seconds } = useLive('crawler');
  const values = seconds?.services['crawler']?.counters?.['pages'] ?? [];
  return (
    <section class="panel" aria-label="Pages">
      <Chart
        title="Pages a second"
        at={seconds?.at ?? Date.now()}
        lines={[{ name: 'fetched', values }]}
      />
    </section>
  );
}
