/** The video that was chosen: its texts, to be changed, its views, and its end. */
import { useState } from 'preact/hooks';
import { formatInstant, formatSpan, plural } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { readForm } from '../../parts/form.ts';
import { useOpened } from '../../parts/opened.ts';
import { Problem } from '../../parts/problem.tsx';
import { splitTags } from './upload-video.tsx';
import { Steps, type Video } from './video-row.tsx';

interface VideoPanelProps {
  readonly video: Video;
  readonly changed: () => void;
  readonly close: () => void;
}

export function VideoPanel({ video, changed, close }: VideoPanelProps) {
  const { id, title, description, tags, status, duration_secs, view_count, uploaded_at } = video;
  const section = useOpened();
  const [error, setError] = useState<Error>();
  const end = ({ error: refusal }: { readonly error?: Error | undefined }) => {
    setError(refusal);
    changed();
  };
  const watch = async () => end(await hawker.videoCatalog.watch(id).result());
  const edit = async (event: SubmitEvent) => {
    const { title: name = '', description: text = '', tags: list = '' } = readForm(event);
    const news = { title: name, description: text, tags: splitTags(list) };
    end(await hawker.videoCatalog.edit(id, news).result());
  };
  const remove = async () => {
    if (!confirm(`Delete ${title}, with its views?`)) return;
    end(await hawker.videoCatalog.delete(id).result());
  };
  return (
    <section class="panel" aria-labelledby="video" ref={section}>
      <div class="spread">
        <h2 id="video" tabIndex={-1}>
          {title}
        </h2>
        <button onClick={close}>Close</button>
      </div>
      <p class="row centred">
        <Steps status={status} />
        <span>{plural(view_count, 'view')}</span>
        {status === 'ready' && <span>{formatSpan(duration_secs * 1_000)}</span>}
      </p>
      <p class="note">
        <code>{id}</code>, uploaded {formatInstant(uploaded_at)}
      </p>
      {description && <p class="description">{description}</p>}
      <div class="row">
        <button class="primary" onClick={() => void watch()}>
          Watch: counts a view
        </button>
        <button onClick={() => void remove()}>Delete</button>
      </div>
      {error && <Problem error={error} />}
      <details>
        <summary>Change its texts</summary>
        <form class="video-form" onSubmit={(event) => void edit(event)}>
          <label class="field">
            <span>New title</span>
            <input name="title" required maxLength={256} defaultValue={title} />
          </label>
          <label class="field">
            <span>New description</span>
            <textarea name="description" rows={3} defaultValue={description} />
          </label>
          <label class="field">
            <span>New tags</span>
            <input name="tags" defaultValue={tags.join(', ')} />
          </label>
          <div class="row">
            <button>Change them</button>
          </div>
        </form>
      </details>
    </section>
  );
}
