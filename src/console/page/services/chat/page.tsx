/** Chat: a room that one joins with a name, with those who are there, what they type and what was said. */
import { useChanges } from '../../live/changes.ts';
import { useAddressMember, useLoaded } from '../../live/hooks.ts';
import { hawker } from '../../live/hawker.ts';
import { currentUser } from '../../live/token.ts';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';
import { formatCount } from '../../live/format.ts';
import { useShown } from '../../playground/shown.ts';
import { ServiceFrame } from '../service-frame.tsx';
import './chat.css';
import { Room } from './room.tsx';

export function ChatPage() {
  return (
    <ServiceFrame
      page="chat"
      first={['chatPostMessage', 'chatListMessages', 'chatListUsers', 'chatKick']}
    >
      <Chat />
    </ServiceFrame>
  );
}

/** Offered to whoever has not chosen one. */
const firstRoom = 'general';

function Chat() {
  const [room, setRoom] = useAddressMember('room');
  const [user, setUser] = useAddressMember('user');
  useShown({
    room: room || firstRoom,
    user: user || currentUser(),
    'chatKick user': undefined,
  });
  const isJoined = room !== '' && user !== '';
  if (isJoined) return <Room room={room} user={user} leave={() => setUser('')} />;
  return (
    <Join
      room={room}
      join={(chosen) => {
        setRoom(chosen.room);
        setUser(chosen.user);
      }}
    />
  );
}

/** The name of a reader who follows a link into a room without having given one. */
const guest = `guest-${crypto.randomUUID().slice(0, 4)}`;

interface JoinProps {
  /** The one that was left; empty at first. */
  readonly room: string;
  readonly join: (chosen: { readonly room: string; readonly user: string }) => void;
}

function Join({ room, join }: JoinProps) {
  const { data, error, reload } = useLoaded(() => hawker.chat.listRooms(), []);
  useChanges('chat', reload, { counters: ['messages', 'connections', 'left'] });
  const submit = (event: SubmitEvent) => {
    const { room: chosen = '', user = '' } = readForm(event);
    join({ room: chosen, user });
  };
  return (
    <section class="panel" aria-labelledby="join">
      <h2 id="join">Join a room</h2>
      <form class="row" onSubmit={submit}>
        <label class="field">
          <span>Room</span>
          <input
            name="room"
            list="rooms"
            defaultValue={room || firstRoom}
            required
            maxLength={64}
          />
        </label>
        <label class="field">
          <span>Your name</span>
          <input
            name="user"
            defaultValue={currentUser()}
            required
            maxLength={64}
            autocomplete="nickname"
          />
        </label>
        <button class="primary">Join</button>
      </form>
      <datalist id="rooms">
        {data?.rooms.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {error && <Problem error={error} retry={reload} />}
      {data && (
        <ul class="rooms" aria-label="Rooms">
          {data.rooms.map(({ name, clients }) => (
            <li key={name}>
              <a href={`?${new URLSearchParams({ room: name, user: guest })}`}>{name}</a>{' '}
              <span class="note">{formatCount(clients)} connected</span>
            </li>
          ))}
        </ul>
      )}
      <p class="note">
        A click joins as {guest}. To open a new room, write a name that no room has yet.
      </p>
    </section>
  );
}
