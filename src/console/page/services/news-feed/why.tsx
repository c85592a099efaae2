/** Why a timeline shows a post, or does not, in words. */
import { formatInstant } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded } from '../../live/hooks.ts';
import { Problem } from '../../parts/problem.tsx';

interface WhyProps {
  readonly user: string;
  readonly postId: string;
}

type Because = Awaited<ReturnType<typeof hawker.newsFeed.explain>>['because'];

/** Each is followed by the instant. */
const words: Record<Because, string> = {
  own: 'it is one of their own posts, made',
  followed_since: 'they have followed its author since',
  backfilled: 'it came with the follow of its author, by its backfill,',
  not_followed_then: 'they did not follow its author when it was made,',
  unfollowed: 'they had unfollowed its author',
  muted: 'its author is muted since',
  hidden: 'they have hidden it',
  trimmed: 'newer posts have filled the timeline',
  deleted: 'it was deleted',
};

export function Why({ user, postId }: WhyProps) {
  const { data, error, reload } = useLoaded(
    () => hawker.newsFeed.explain({ user, post: postId }),
    [user, postId],
  );
  if (error) return <Problem error={error} retry={reload} />;
  return (
    <p class="why" role="status">
      {data === undefined ? (
        'Asking for the reason…'
      ) : (
        <>
          {data.shown ? 'Shown' : 'Not shown'} to {user}: {words[data.because]}{' '}
          {formatInstant(data.at)}. <code>{data.because}</code>
        </>
      )}
    </p>
  );
}
