/** One line of an inbox. */
import type { hawker } from '../../live/hawker.ts';
import { formatInstant } from '../../live/format.ts';

type Inbox = Awaited<ReturnType<typeof hawker.notification.list>>;

export type Notification = Inbox['notifications'][number];

interface EntryProps {
  readonly entry: Notification;
  readonly isTraced: boolean;
  readonly trace: () => void;
  /** As read, or as unread if it is read. */
  readonly mark: () => void;
  readonly archive: () => void;
}

export function Entry({ entry, isTraced, trace, mark, archive }: EntryProps) {
  const { title, body, created_at: at, read_at: readAt } = entry;
  const isRead = readAt !== undefined;
  return (
    <div class={`entry ${isRead ? 'read' : ''}`}>
      <div class="text">
        <b>{title}</b> <span class="note">{formatInstant(at)}</span>
        <span class="body">{body}</span>
      </div>
      <button aria-pressed={isTraced} aria-label={`Trace of ${title}`} onClick={trace}>
        Trace
      </button>
      <button aria-label={`Mark ${title} as ${isRead ? 'unread' : 'read'}`} onClick={mark}>
        {isRead ? 'Unread' : 'Read'}
      </button>
      <button aria-label={`Archive ${title}`} onClick={archive}>
        Archive
      </button>
    </div>
  );
}
