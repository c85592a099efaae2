/** Adds a user who is not there yet by a button, alone or with people who have something to say. */
import { useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { Problem } from '../../parts/problem.tsx';

interface NewcomerProps {
  readonly user: string;
  readonly title: string;
  readonly done: () => void;
}

const neighbours = [
  { id: 'ben', posts: ['The first strawberries are in.', 'Open until eight today.'] },
  { id: 'cleo', posts: ['Rain: the market moves under the bridge.'] },
];

export function Newcomer({ user, title, done }: NewcomerProps) {
  const [error, setError] = useState<Error>();
  const begin = async (work: () => Promise<unknown>) => {
    try {
      await work();
      done();
    } catch (failure) {
      setError(failure as Error);
    }
  };
  return (
    <section class="panel" aria-labelledby="newcomer">
      <h2 id="newcomer">{title}</h2>
      <div class="row">
        <button class="primary" onClick={() => void begin(() => addWithNeighbours(user))}>
          Add {user}, with people to follow
        </button>
        <button onClick={() => void begin(() => add(user))}>Add {user} alone</button>
      </div>
      <p class="note">
        The people are ben and cleo. They post three times, and {user} follows them. To see somebody
        who is there already, write their name above.
      </p>
      {error && <Problem error={error} />}
    </section>
  );
}

/** @throws HawkerError; somebody who is there already is fine */
async function add(id: string): Promise<void> {
  const { error } = await hawker.newsFeed.addUser({ id }).result();
  if (error !== undefined && error.status !== 409) throw error;
}

/** @throws HawkerError */
async function addWithNeighbours(user: string): Promise<void> {
  const { newsFeed } = hawker;
  await add(user);
  for (const { id, posts } of neighbours.filter((one) => one.id !== user)) {
    await add(id);
    await newsFeed.follow({ follower_id: user, followee_id: id });
    for (const content of posts) await newsFeed.publish({ user_id: id, content });
  }
}
