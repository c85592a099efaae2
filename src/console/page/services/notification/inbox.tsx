/** An inbox with the bell: followed live, each entry with what one does with it. */
import { useCallback, useState } from 'preact/hooks';
import { formatCount } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded, useStream } from '../../live/hooks.ts';
import { LongList } from '../../parts/long-list.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Entry, type Notification } from './entry.tsx';

interface InboxProps {
  readonly user: string;
  /** The notification whose trace is shown. */
  readonly traced: string;
  readonly trace: (id: string) => void;
  /** Something came, or was read. */
  readonly changed: () => void;
}

/** What is shown at once; more is asked for by a button. */
const pageSize = 200;
const rowHeight = 58;

export function Inbox({ user, traced, trace, changed }: InboxProps) {
  const [isUnreadOnly, setUnreadOnly] = useState(false);
  const [limit, setLimit] = useState(pageSize);
  const [refusal, setRefusal] = useState<Error>();
  const { data, error, reload } = useInbox({ user, isUnreadOnly, limit, changed });
  const act = async (change: { result(): Promise<{ error?: Error | undefined }> }) => {
    setRefusal((await change.result()).error);
    reload();
  };
  const entries = data?.notifications ?? [];
  const unread = data?.count.unread ?? 0;
  const { notification: service } = hawker;
  return (
    <section class="panel" aria-labelledby="inbox">
      <div class="spread">
        <h2 id="inbox">Inbox of {user}</h2>
        <Bell unread={unread} />
      </div>
      <div class="row centred">
        <label class="check">
          <input
            type="checkbox"
            checked={isUnreadOnly}
            onChange={(event) => setUnreadOnly(event.currentTarget.checked)}
          />
          Unread only
        </label>
        <button disabled={unread === 0} onClick={() => void act(service.readAll({ user }))}>
          Read all
        </button>
      </div>
      {error && <Problem error={error} retry={reload} />}
      {refusal && <Problem error={refusal} />}
      {data && entries.length === 0 && (
        <p class="empty">
          {isUnreadOnly ? 'All is read.' : `Nothing yet. Send ${user} something by the form.`}
        </p>
      )}
      {entries.length > 0 && (
        <LongList
          label={`Notifications of ${user}`}
          items={entries}
          keyOf={({ id }) => id}
          rowHeight={rowHeight}
          draw={(entry: Notification) => (
            <Entry
              entry={entry}
              isTraced={entry.id === traced}
              trace={() => trace(entry.id)}
              mark={() =>
                void act(
                  entry.read_at === undefined
                    ? service.markRead(entry.id)
                    : service.markUnread(entry.id),
                )
              }
              archive={() => void act(service.remove(entry.id))}
            />
          )}
        />
      )}
      {entries.length === limit && (
        <button onClick={() => setLimit(Math.min(1_000, limit + pageSize))}>Show older ones</button>
      )}
    </section>
  );
}

interface Shown {
  readonly user: string;
  readonly isUnreadOnly: boolean;
  readonly limit: number;
  readonly changed: () => void;
}

function useInbox({ user, isUnreadOnly, limit, changed }: Shown) {
  const loaded = useLoaded(async () => {
    const [{ notifications }, count] = await Promise.all([
      hawker.notification.list({ user, limit, ...(isUnreadOnly && { unread: true }) }),
      hawker.notification.count({ user }),
    ]);
    return { notifications, count };
  }, [user, limit, isUnreadOnly]);
  const follow = useCallback(
    (signal: AbortSignal) => hawker.notification.follow({ user, signal }),
    [user],
  );
  const take = () => {
    loaded.reload();
    changed();
  };
  const lost = useStream(follow, take, [user], { resumed: take });
  return { ...loaded, error: loaded.error ?? lost };
}

function Bell({ unread }: { readonly unread: number }) {
  return (
    <span
      class={`bell ${unread > 0 ? 'ringing' : ''}`}
      role="img"
      aria-label={`${formatCount(unread)} unread`}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 3a6 6 0 0 0-6 6v4.2L4.2 16.5h15.6L18 13.2V9a6 6 0 0 0-6-6z" />
        <path d="M9.8 18.5a2.3 2.3 0 0 0 4.4 0z" />
      </svg>
      <b>{formatCount(unread)}</b>
    </span>
  );
}
