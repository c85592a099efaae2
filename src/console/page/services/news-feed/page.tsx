/** News feed: the timeline of one user, live, with the reason for each post, and whom they follow. */
import { HawkerError } from '../../../../client/index.ts';
import { useChanges } from '../../live/changes.ts';
import { hawker } from '../../live/hawker.ts';
import { useAddressMember, useLoaded } from '../../live/hooks.ts';
import { currentUser } from '../../live/token.ts';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';
import { useShown } from '../../playground/shown.ts';
import { ServiceFrame } from '../service-frame.tsx';
import './news-feed.css';
import { Newcomer } from './newcomer.tsx';
import { People } from './people.tsx';
import { changing, Timeline } from './timeline.tsx';

export function NewsFeedPage() {
  return (
    <ServiceFrame
      page="news-feed"
      first={[
        'newsFeedAddUser',
        'newsFeedPublish',
        'newsFeedFollow',
        'newsFeedExplain',
        'newsFeedComment',
      ]}
    >
      <NewsFeed />
    </ServiceFrame>
  );
}

const suggested = 'ann';

function NewsFeed() {
  const [named, setUser] = useAddressMember('user', currentUser() ?? '');
  // Nobody is asked for until they are named: there may be no such user, and the service refuses.
  const user = named || suggested;
  useShown({
    user,
    user_id: user,
    follower_id: user,
    'newsFeedAddUser id': user,
    'newsFeedShowUser id': user,
    'newsFeedListPosts id': user,
    'newsFeedListFollowers id': user,
    'newsFeedListFollowing id': user,
  });
  return (
    <>
      <form class="row" onSubmit={(event) => setUser(readForm(event)['user'] ?? '')}>
        <label class="field">
          <span>Timeline of</span>
          <input key={user} name="user" defaultValue={user} required maxLength={128} />
        </label>
        <button>Show</button>
      </form>
      {named === '' ? (
        <Newcomer user={user} title="Whose timeline?" done={() => setUser(user)} />
      ) : (
        <Reader key={user} user={user} />
      )}
    </>
  );
}

function Reader({ user }: { readonly user: string }) {
  const { data, error, reload } = useLoaded(async () => {
    const [counts, { following }] = await Promise.all([
      hawker.newsFeed.showUser(user),
      hawker.newsFeed.listFollowing(user),
    ]);
    return { ...counts, follows: following.map(({ id }) => id) };
  }, [user]);
  useChanges('news-feed', reload, { counters: changing });
  if (error instanceof HawkerError && error.code === 'UNKNOWN_USER') {
    return <Newcomer user={user} title={`${user} is not there yet`} done={reload} />;
  }
  if (error) return <Problem error={error} retry={reload} />;
  if (data === undefined) return <p class="empty">Asking for the timeline of {user}…</p>;
  return (
    <div class="panels">
      <Timeline user={user} />
      <People user={user} person={data} changed={reload} />
    </div>
  );
}
