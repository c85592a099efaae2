/** A video of one's own, or many to look at. */
import { useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';
import { someVideos } from './some-videos.ts';

export function UploadVideo({ done }: { readonly done: () => void }) {
  const [error, setError] = useState<Error>();
  const [isRunning, setRunning] = useState(false);
  const upload = async (videos: ReturnType<typeof someVideos>) => {
    setRunning(true);
    setError(undefined);
    try {
      for (const video of videos) {
        // So that it is repeated by itself when the answer is lost.
        await hawker.videoCatalog.upload(video, { 'idempotency-key': crypto.randomUUID() });
        done();
      }
      return true;
    } catch (failure) {
      setError(failure as Error);
      return false;
    } finally {
      setRunning(false);
    }
  };
  const submit = async (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    const { title = '', description = '', tags = '' } = readForm(event);
    if (await upload([{ title, description, tags: splitTags(tags) }])) form.reset();
  };
  return (
    <section class="panel" aria-labelledby="upload">
      <h2 id="upload">Upload a video</h2>
      <form class="video-form" onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>Title</span>
          <input name="title" required maxLength={256} />
        </label>
        <label class="field">
          <span>Description</span>
          <textarea name="description" rows={2} />
        </label>
        <label class="field">
          <span>Tags, separated by commas</span>
          <input name="tags" />
        </label>
        <div class="row">
          <button class="primary" disabled={isRunning}>
            Upload
          </button>
          <button type="button" disabled={isRunning} onClick={() => void upload(someVideos())}>
            Upload a dozen to look at
          </button>
        </div>
      </form>
      {error && <Problem error={error} />}
    </section>
  );
}

export function splitTags(tags: string): string[] {
  const all = tags.split(',').map((tag) => tag.trim());
  return all.filter((tag) => tag !== '');
}
