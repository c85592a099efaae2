/** A room as one of those in it sees it. */
import { useEffect, useState } from 'preact/hooks';
import { plural } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded } from '../../live/hooks.ts';
import { useLive } from '../../live/overview.ts';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';
import { Messages } from './messages.tsx';
import { useRoom } from './use-room.ts';

interface RoomProps {
  readonly room: string;
  readonly user: string;
  readonly leave: () => void;
}

/** What a message may have, bytes; in characters it is not more. */
const maxContent = 4_096;

export function Room({ room, user, leave }: RoomProps) {
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState<Error>();
  const { lines, typing, missing, changesOfUsers, error, say, tellTyping } = useRoom(
    room,
    user,
    attempt,
  );
  const takeBack = async (seq: number) => {
    setRefusal((await hawker.chat.deleteMessage(room, seq).result()).error);
  };
  const submit = (event: SubmitEvent) => {
    const { content = '' } = readForm(event);
    if (content !== '') say(content);
    (event.currentTarget as HTMLFormElement).reset();
  };
  const others = typing.filter((typist) => typist !== user);
  return (
    <div class="chat-room">
      <section class="panel" aria-labelledby="room">
        <div class="spread">
          <h2 id="room">{room}</h2>
          <span class="row centred">
            <span class="note">you are {user}</span>
            <button onClick={leave}>Leave</button>
          </span>
        </div>
        {missing > 0 && (
          <p class="note">
            {plural(missing, 'earlier message is', 'earlier messages are')} not kept any longer.
          </p>
        )}
        <Messages lines={lines} user={user} takeBack={(seq) => void takeBack(seq)} />
        <p class="typing note" role="status">
          {others.length > 0 && `${others.join(', ')} ${others.length > 1 ? 'are' : 'is'} typing…`}
        </p>
        {error && <Problem error={error} retry={() => setAttempt(attempt + 1)} />}
        {refusal && <Problem error={refusal} />}
        <form class="say" onSubmit={submit}>
          <input
            name="content"
            aria-label="Message"
            placeholder={`Say something in ${room}`}
            maxLength={maxContent}
            autocomplete="off"
            disabled={error !== undefined}
            onInput={tellTyping}
          />
          <button class="primary" disabled={error !== undefined}>
            Say
          </button>
        </form>
      </section>
      {error === undefined && <Users room={room} user={user} changes={changesOfUsers} />}
    </div>
  );
}

interface UsersProps {
  readonly room: string;
  readonly user: string;
  /** Another number: somebody came or left. */
  readonly changes: number;
}

function Users({ room, user, changes }: UsersProps) {
  // Before the first one has joined there may be no such room.
  const load = () => (changes === 0 ? Promise.resolve({ users: [] }) : hawker.chat.listUsers(room));
  const { data, error, reload } = useLoaded(load, [room]);
  useEffect(reload, [changes]);
  const { isConnected } = useLive();
  const second = new URLSearchParams({ room, user: `${user}-2` });
  return (
    <section class="panel" aria-labelledby="users">
      <h2 id="users">Here now</h2>
      {error && <Problem error={error} retry={reload} />}
      <ul class="users" aria-labelledby="users">
        {data?.users.map(({ user: name, connections }) => (
          <li key={name}>
            <i class={isConnected ? 'dot ready' : 'dot unknown'} /> {name}
            {connections > 1 && <span class="note"> ({connections} connections)</span>}
          </li>
        ))}
      </ul>
      <p class="note">
        Nobody to talk to?{' '}
        <a href={`/services/chat?${second}`} target="_blank" rel="opener">
          Join as {user}-2 in another tab
        </a>
        .
      </p>
    </section>
  );
}
