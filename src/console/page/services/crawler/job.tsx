/** One crawl, followed until it is over. */
import { useCallback, useState } from 'preact/hooks';
import { useChanges } from '../../live/changes.ts';
import { formatCount, formatNumber, plural } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded, useNow, useStream } from '../../live/hooks.ts';
import { Problem } from '../../parts/problem.tsx';
import { Frontier } from './frontier.tsx';
import { PageText } from './page-text.tsx';
import { Reasons } from './reasons.tsx';
import type { CrawledPage } from './tree.ts';

/** URLs that are drawn: as many as one request answers. */
const maxUrls = 1_000;

export function Job({ id }: { readonly id: string }) {
  const [pages, setPages] = useState<readonly CrawledPage[]>([]);
  const [read, setRead] = useState<number>();
  const [refusal, setRefusal] = useState<Error>();
  const { data, error, reload } = useLoaded(async () => {
    const [{ job }, urls] = await Promise.all([
      hawker.crawler.show(id, { limit: 0 }),
      hawker.crawler.listUrls(id, { limit: maxUrls }),
    ]);
    return { job, urls };
  }, [id]);
  const follow = useCallback((signal: AbortSignal) => hawker.crawler.follow(id, { signal }), [id]);
  const lost = useStream(
    follow,
    ({ event, data: told }) => {
      if (event === 'page') setPages((before) => [...before, told as CrawledPage]);
      reload();
    },
    [id],
    { pauses: false },
  );
  useChanges('crawler', reload, { counters: ['removed'] });
  const failure = error ?? lost;
  if (failure) return <Problem error={failure} retry={reload} />;
  if (data === undefined) return <p class="empty">Asking for {id}…</p>;
  const { job, urls } = data;
  const isOver = job.ended_at !== null;
  const cancel = async () => {
    setRefusal((await hawker.crawler.cancel(id).result()).error);
    reload();
  };
  return (
    <div class="panels">
      <section class="panel" aria-labelledby="crawl">
        <div class="spread">
          <h2 id="crawl">{id}</h2>
          <span class="row centred">
            <span class="state">{job.status}</span>
            {!isOver && <button onClick={() => void cancel()}>Cancel</button>}
          </span>
        </div>
        <p>
          <b>{formatCount(pages.length)}</b> of at most {plural(job.max_pages, 'page')},{' '}
          <Speed began={job.started_at} ended={job.ended_at} pages={pages.length} />
        </p>
        <Reasons counts={urls.counts} />
        {refusal && <Problem error={refusal} />}
      </section>
      <Frontier
        urls={urls.urls}
        pages={pages}
        newest={isOver ? undefined : pages.at(-1)?.url}
        read={setRead}
      />
      {read !== undefined && <PageText key={read} id={id} n={read} page={pages[read - 1]} />}
    </div>
  );
}

interface SpeedProps {
  /** Milliseconds since the epoch; null until it is over. */
  readonly began: number;
  readonly ended: number | null;
  readonly pages: number;
}

function Speed({ began, ended, pages }: SpeedProps) {
  const now = useNow();
  const seconds = Math.max(1, ((ended ?? now) - began) / 1_000);
  return <span>{formatNumber(pages / seconds)} a second</span>;
}
