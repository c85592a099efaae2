/** Joins a room while it is shown, and leaves it with the page. */
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { ChatStream } from '../../../../client/index.ts';
import { hawker } from '../../live/hawker.ts';
import { emptyRoom, nextState, type RoomNews, type RoomState } from './room-state.ts';

/** Nobody types who did not for so long. */
const typingMs = 5_000;
/** How often others are told that one types. */
const tellTypingMs = 2_000;

interface JoinedRoom extends RoomState {
  readonly error: Error | undefined;
  readonly say: (content: string) => void;
  readonly tellTyping: () => void;
}

type Action = RoomNews | { readonly type: 'opened' };

const reduce = (state: RoomState, action: Action) =>
  action.type === 'opened' ? emptyRoom : nextState(state, action as RoomNews);

/** @param attempt another number joins again: after the room sent the user away, say */
export function useRoom(room: string, user: string, attempt: number): JoinedRoom {
  const [state, take] = useReducer<RoomState, Action>(reduce, emptyRoom);
  const [error, setError] = useState<Error>();
  const stream = useRef<ChatStream | undefined>(undefined);
  const toldTypingAt = useRef(0);
  useEffect(() => {
    const controller = new AbortController();
    const timers = new Map<string, number>();
    const expectTyping = (typist: string) => {
      clearTimeout(timers.get(typist));
      const end = () => take({ type: 'stopped-typing', user: typist });
      timers.set(typist, window.setTimeout(end, typingMs));
    };
    setError(undefined);
    take({ type: 'opened' });
    // From the first message that the room keeps on.
    const own = hawker.chat.follow({ room, user, since: 0, events: 1, signal: controller.signal });
    stream.current = own;
    const read = async () => {
      for await (const frame of own) {
        take(frame);
        if (frame.type === 'typing') expectTyping(String(frame['user']));
      }
    };
    read().catch((failure: Error) => {
      if (!controller.signal.aborted) setError(failure);
    });
    return () => {
      controller.abort();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [room, user, attempt]);
  const send = (frame: string | object) => {
    stream.current?.send(frame).catch(setError);
  };
  const tellTyping = () => {
    if (Date.now() - toldTypingAt.current < tellTypingMs) return;
    toldTypingAt.current = Date.now();
    send({ type: 'typing' });
  };
  const say = (content: string) => {
    toldTypingAt.current = 0;
    send(content);
  };
  return { ...state, error, say, tellTyping };
}
