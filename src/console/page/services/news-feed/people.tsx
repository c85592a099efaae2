/** The people whom the reader follows; and the reason for any post by its id, even one that is not shown. */
import { useState } from 'preact/hooks';
import { plural } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';
import { Why } from './why.tsx';

interface PeopleProps {
  readonly user: string;
  readonly person: { readonly followers: number; readonly follows: readonly string[] };
  readonly changed: () => void;
}

export function People({ user, person, changed }: PeopleProps) {
  const [error, setError] = useState<Error>();
  const act = async (change: { result(): Promise<{ error?: Error | undefined }> }) => {
    setError((await change.result()).error);
    changed();
  };
  const follow = (event: SubmitEvent) => {
    const { followee = '', backfill = '' } = readForm(event);
    void act(
      hawker.newsFeed.follow({
        follower_id: user,
        followee_id: followee,
        backfill: Number(backfill),
      }),
    );
  };
  return (
    <section class="panel" aria-labelledby="follows">
      <div class="spread">
        <h2 id="follows">{user} follows</h2>
        <span class="note">{plural(person.followers, 'follower')}</span>
      </div>
      {person.follows.length === 0 && <p class="empty">Nobody yet.</p>}
      <ul class="follows" aria-labelledby="follows">
        {person.follows.map((followee) => (
          <li key={followee} class="spread">
            <a href={`?user=${encodeURIComponent(followee)}`} target="_self">
              {followee}
            </a>
            <button
              onClick={() =>
                void act(hawker.newsFeed.unfollow({ follower_id: user, followee_id: followee }))
              }
            >
              Unfollow {followee}
            </button>
          </li>
        ))}
      </ul>
      <form class="row" onSubmit={follow}>
        <label class="field">
          <span>Whom</span>
          <input name="followee" required maxLength={128} />
        </label>
        <label class="field">
          <span>With how many earlier posts</span>
          <input name="backfill" type="number" min="0" max="100" defaultValue="0" />
        </label>
        <button>Follow</button>
      </form>
      {error && <Problem error={error} />}
      <Ask user={user} />
    </section>
  );
}

function Ask({ user }: { readonly user: string }) {
  const [asked, setAsked] = useState<{ postId: string; count: number }>();
  const submit = (event: SubmitEvent) => {
    setAsked({ postId: readForm(event)['post'] ?? '', count: (asked?.count ?? 0) + 1 });
  };
  return (
    <>
      <h3>Why is a post not there?</h3>
      <form class="row" onSubmit={submit}>
        <label class="field">
          <span>Id of the post</span>
          <input name="post" required maxLength={256} />
        </label>
        <button>Ask</button>
      </form>
      {asked && <Why key={asked.count} user={user} postId={asked.postId} />}
    </>
  );
}
