/** What a search and its filters select, and beside it the video that was chosen. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useChanges } from '../../live/changes.ts';
import { formatCount, wordFor } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useAddressMember, useLoaded } from '../../live/hooks.ts';
import { LongList } from '../../parts/long-list.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useShown } from '../../playground/shown.ts';
import { Filters, type Filter } from './filters.tsx';
import { UploadVideo } from './upload-video.tsx';
import { VideoPanel } from './video-panel.tsx';
import { VideoRow, type Video } from './video-row.tsx';

const pageSize = 1_000;
/** Most that one request answers. */
const maxListed = 10_000;
/** Between two looks while a video is not ready yet, milliseconds. */
const lookEveryMs = 250;

export function Videos() {
  const [q, setQ] = useAddressMember('q');
  const [filter, setFilter] = useState<Filter>({ tag: '', status: '', sort: 'newest' });
  const [limit, setLimit] = useState(pageSize);
  const [chosenId, choose] = useState<string>();
  const { data, error, reload } = useLoaded(
    (signal) => select(q, filter, limit, signal),
    [q, filter, limit],
  );
  // What was found stays until the next answer: the page does not jump with each letter.
  const last = useRef(data);
  last.current = data ?? last.current;
  const found = last.current;
  const videos = found?.videos ?? [];
  useChanges('video-catalog', reload, { counters: ['uploads', 'edits', 'deletions', 'views'] });
  const isMoving = videos.some(({ status }) => status !== 'ready');
  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(reload, lookEveryMs);
    return () => clearTimeout(timer);
  }, [isMoving, found]);
  const chosen = videos.find(({ id }) => id === chosenId);
  useShown({ id: chosen?.id });
  const isAll = q === '' && filter.tag === '' && filter.status === '';
  return (
    <div class="video-panels">
      <section class="panel" aria-label="Videos">
        <label class="field">
          <span>Search titles, descriptions and tags</span>
          <input
            type="search"
            value={q}
            maxLength={256}
            placeholder="any part of a text"
            onInput={({ currentTarget }) => setQ(currentTarget.value)}
          />
        </label>
        <Filters filter={filter} change={setFilter} />
        {error && <Problem error={error} retry={reload} />}
        {found === undefined && !error && <p class="empty">Asking for the videos…</p>}
        {found !== undefined && (
          <p class="note" role="status">
            {formatCount(videos.length)}
            {found.next_cursor !== undefined && ' and more'}{' '}
            {isAll ? wordFor(videos.length, 'video') : 'found'}
          </p>
        )}
        {found !== undefined && videos.length === 0 && (
          <p class="empty">
            {isAll
              ? 'No videos yet. Upload one: it is ready after a second.'
              : 'Nothing has that. Case does not matter, accents do.'}
          </p>
        )}
        {videos.length > 0 && (
          <LongList
            label="Videos that were found"
            items={videos}
            keyOf={(video) => video.id}
            draw={(video) => <VideoRow video={video} q={q} />}
            choose={(video) => choose(video.id)}
            chosen={chosenId}
            rowHeight={40}
            phoneRowHeight={64}
            maxHeight={560}
          />
        )}
        {found?.next_cursor !== undefined && limit < maxListed && (
          <button onClick={() => setLimit(limit + pageSize)}>
            Show {formatCount(pageSize)} more
          </button>
        )}
      </section>
      <div class="stack">
        {chosen && (
          <VideoPanel
            key={chosen.id}
            video={chosen}
            changed={reload}
            close={() => choose(undefined)}
          />
        )}
        <UploadVideo done={reload} />
      </div>
    </div>
  );
}

async function select(q: string, filter: Filter, limit: number, signal: AbortSignal) {
  const { tag, status, sort } = filter;
  const members = { sort, limit, ...(tag && { tag }), ...(status && { status }), signal };
  const found: { readonly videos: readonly Video[]; readonly next_cursor?: string } =
    q === ''
      ? await hawker.videoCatalog.list(members)
      : await hawker.videoCatalog.search({ q, ...members });
  return found;
}
