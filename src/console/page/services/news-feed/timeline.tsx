/** A timeline, the newest first, to which new posts come by themselves. */
import { useCallback, useState } from 'preact/hooks';
import { useChanges } from '../../live/changes.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded, useStream } from '../../live/hooks.ts';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';
import { PostView } from './post.tsx';

/** What no timeline's stream tells. */
export const changing = ['users', 'posts', 'reactions', 'comments', 'mutes', 'hides'];

/** Posts that are shown at first, and that are added by the button. */
const pageSize = 50;
const maxShown = 1_000;

export function Timeline({ user }: { readonly user: string }) {
  const [limit, setLimit] = useState(pageSize);
  const [refusal, setRefusal] = useState<Error>();
  const { data, error, reload } = useLoaded(
    () => hawker.newsFeed.timeline({ user, limit }),
    [user, limit],
  );
  const follow = useCallback(
    (signal: AbortSignal) => hawker.newsFeed.followTimeline({ user, signal }),
    [user],
  );
  const lost = useStream(follow, reload, [user], { resumed: reload });
  useChanges('news-feed', reload, { counters: changing });
  const publish = async (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    const { content = '' } = readForm(event);
    const { error: refused } = await hawker.newsFeed.publish({ user_id: user, content }).result();
    setRefusal(refused);
    if (refused === undefined) form.reset();
    reload();
  };
  const failure = error ?? lost;
  return (
    <section class="panel" aria-labelledby="timeline">
      <h2 id="timeline">Timeline of {user}</h2>
      <form class="publish" onSubmit={(event) => void publish(event)}>
        <input
          name="content"
          aria-label="New post"
          placeholder={`What has ${user} to say?`}
          required
          maxLength={10_000}
          autocomplete="off"
        />
        <button class="primary">Post</button>
      </form>
      {refusal && <Problem error={refusal} />}
      {failure && <Problem error={failure} retry={reload} />}
      {data?.timeline.length === 0 && (
        <p class="empty">Nothing yet. Post something, or follow somebody who does.</p>
      )}
      <ol class="timeline" aria-labelledby="timeline">
        {data?.timeline.map((post) => (
          <PostView key={post.id} user={user} post={post} changed={reload} />
        ))}
      </ol>
      {data?.next_cursor !== undefined && limit < maxShown && (
        <button onClick={() => setLimit(Math.min(maxShown, limit + pageSize))}>
          Show older ones
        </button>
      )}
    </section>
  );
}
