/** One post as its reader sees it, with what they do about it. */
import { useState } from 'preact/hooks';
import { formatCount, formatInstant, plural } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { Problem } from '../../parts/problem.tsx';
import { Why } from './why.tsx';

type Post = Awaited<ReturnType<typeof hawker.newsFeed.timeline>>['timeline'][number];

interface PostProps {
  /** The user who reads. */
  readonly user: string;
  readonly post: Post;
  readonly changed: () => void;
}

export function PostView({ user, post, changed }: PostProps) {
  const [isExplained, setExplained] = useState(false);
  const [refusal, setRefusal] = useState<Error>();
  const act = async (change: { result(): Promise<{ error?: Error | undefined }> }) => {
    setRefusal((await change.result()).error);
    changed();
  };
  const { id, user_id: author, content, created_at: at, reactions = {}, comments = 0 } = post;
  const { newsFeed } = hawker;
  return (
    <li>
      <article aria-label={`Post of ${author}`}>
        <header>
          <b>{author}</b> <span class="note">{formatInstant(at)}</span>
        </header>
        <p>{content}</p>
        <div class="acts">
          <button onClick={() => void act(newsFeed.react(id, 'like', { user }))}>
            Like <b>{formatCount(reactions['like'] ?? 0)}</b>
          </button>
          <button onClick={() => void act(newsFeed.takeReactionBack(id, 'like', { user }))}>
            Take like back
          </button>
          <button aria-expanded={isExplained} onClick={() => setExplained(!isExplained)}>
            Why is this here?
          </button>
          <button onClick={() => void act(newsFeed.hide({ user, post: id }))}>Hide</button>
          {author !== user && (
            <button onClick={() => void act(newsFeed.mute({ user, muted: author }))}>
              Mute {author}
            </button>
          )}
          {comments > 0 && <span class="note">{plural(comments, 'comment')}</span>}
        </div>
        {isExplained && <Why user={user} postId={id} />}
        {refusal && <Problem error={refusal} />}
      </article>
    </li>
  );
}
