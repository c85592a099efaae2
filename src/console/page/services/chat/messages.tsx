/** What was said. It stays at the latest message, unless somebody has scrolled back. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatClock, formatInstant } from '../../live/format.ts';
import type { Line } from './room-state.ts';

interface MessagesProps {
  readonly lines: readonly Line[];
  /** The user who reads. */
  readonly user: string;
  readonly takeBack: (seq: number) => void;
}

/** A reader this near to the end, in pixels, reads along. */
const nearEnd = 40;

export function Messages({ lines, user, takeBack }: MessagesProps) {
  const scrolled = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = scrolled.current!;
    if (isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [lines]);
  const watch = () => {
    const { scrollHeight, scrollTop, clientHeight } = scrolled.current!;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEnd;
  };
  return (
    <div
      class="messages"
      ref={scrolled}
      onScroll={watch}
      role="log"
      aria-label="Messages"
      tabIndex={0}
    >
      {lines.length === 0 && <p class="empty">Nothing was said here yet. Say the first word.</p>}
      {lines.map((line) => (
        <article key={line.seq} class={line.user === user ? 'own' : ''}>
          <header>
            <b>{line.user}</b>{' '}
            <time class="note" title={formatInstant(line.at)}>
              {formatClock(line.at)}
            </time>
            {!line.isTakenBack && (
              <button
                class="take-back"
                aria-label={`Take back message ${line.seq}`}
                onClick={() => takeBack(line.seq)}
              >
                take back
              </button>
            )}
          </header>
          {line.isTakenBack ? <p class="note">taken back</p> : <p>{line.content}</p>}
        </article>
      ))}
    </div>
  );
}
