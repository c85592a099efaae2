/** One line of the list: how far the video is, its title, and its figures. */
import { formatSpan, formatShort, wordFor } from '../../live/format.ts';
import type { hawker } from '../../live/hawker.ts';

export type Video = Awaited<ReturnType<typeof hawker.videoCatalog.list>>['videos'][number];

const steps = ['uploading', 'processing', 'ready'] as const;

/** Tags that fit. */
const shownTags = 2;

export function VideoRow({ video, q }: { readonly video: Video; readonly q: string }) {
  const { title, tags, status, duration_secs, view_count } = video;
  return (
    <>
      <Steps status={status} />
      <span class="title-of-video" title={title}>
        <Marked text={title} part={q} />
      </span>
      {tags.slice(0, shownTags).map((tag, i) => (
        <span key={i} class="tag">
          <Marked text={tag} part={q} />
        </span>
      ))}
      <span class="span">{status === 'ready' ? formatSpan(duration_secs * 1_000) : '–'}</span>
      <span class="views">
        {formatShort(view_count)} <span class="note">{wordFor(view_count, 'view')}</span>
      </span>
    </>
  );
}

export function Steps({ status }: Pick<Video, 'status'>) {
  const reached = steps.indexOf(status);
  return (
    <span class={`steps ${status}`}>
      <svg viewBox="0 0 32 10" width="32" height="10" aria-hidden="true">
        <line x1="5" x2="27" y1="5" y2="5" />
        {steps.map((step, i) => (
          <circle key={step} cx={5 + i * 11} cy="5" r="3.4" class={i <= reached ? 'reached' : ''} />
        ))}
      </svg>
      <span class="word">{status}</span>
    </span>
  );
}

/** The text, with the part that was searched for. The service is the judge of what matches. */
function Marked({ text, part }: { readonly text: string; readonly part: string }) {
  const at = part === '' ? -1 : text.toLowerCase().indexOf(part.toLowerCase());
  if (at < 0) return <>{text}</>;
  const end = at + part.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
