/** What a room has told so far, as it is shown. */
import type { ChatFrame } from '../../../../client/index.ts';

export interface Line {
  readonly seq: number;
  readonly user: string;
  readonly content: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly isTakenBack: boolean;
}

export interface RoomState {
  /** In the order of the room, the latest `maxLines`. */
  readonly lines: readonly Line[];
  /** The users who are typing, in the order in which they began. */
  readonly typing: readonly string[];
  /** Messages that the room did not keep until now. */
  readonly missing: number;
  /** Grows when somebody comes or leaves. */
  readonly changesOfUsers: number;
}

export const emptyRoom: RoomState = { lines: [], typing: [], missing: 0, changesOfUsers: 0 };

/** What a person may scroll back to, and what a browser draws at once. */
const maxLines = 500;

export type RoomNews = ChatFrame | { readonly type: 'stopped-typing'; readonly user: string };

export function nextState(state: RoomState, news: RoomNews): RoomState {
  if (news.type === undefined) {
    const { seq, user, content, timestamp: at, deleted } = news;
    const line = { seq, user, content, at, isTakenBack: deleted === true };
    return {
      ...state,
      lines: [...state.lines, line].slice(-maxLines),
      typing: without(state.typing, user),
    };
  }
  const { user = '' } = news as { user?: string };
  switch (news.type) {
    case 'typing':
      return { ...state, typing: [...without(state.typing, user), user] };
    case 'stopped-typing':
      return { ...state, typing: without(state.typing, user) };
    case 'joined':
    case 'left':
      return {
        ...state,
        typing: without(state.typing, user),
        changesOfUsers: state.changesOfUsers + 1,
      };
    case 'deleted': {
      const { seq: taken } = news as unknown as { seq: number };
      const lines = state.lines.map((line) =>
        line.seq === taken ? { ...line, content: '', isTakenBack: true } : line,
      );
      return { ...state, lines };
    }
    case 'gap': {
      const { from, to } = news as unknown as { from: number; to: number };
      return { ...state, missing: state.missing + to - from + 1 };
    }
    default:
      return state;
  }
}

const without = (users: readonly string[], user: string) => users.filter((one) => one !== user);
