import { Type, type Static } from 'typebox';
import { maxContentBytes } from '../content.ts';
import { Message } from '../store/message.ts';
import { generalRoom, RoomCount, UserCount } from '../store/chat-store.ts';

const ShortName = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, format: 'id', description });

export const ConnectQuery = Type.Object({
  room: { ...ShortName('the room to join'), default: generalRoom },
  user: ShortName('name of the user; while identity is on, the `sub` of the token'),
  since: Type.Optional(
    Type.Integer({ minimum: 0, description: 'first replays the kept messages after this seq' }),
  ),
  events: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1,
      description: '1: also send events, which have a `type`',
    }),
  ),
});
export type Connect = Static<typeof ConnectQuery>;

export const RoomsQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 1_000,
    description: 'maximum number of rooms per page',
  }),
  cursor: Type.Optional(ShortName('next_cursor of the page before')),
});
export const RoomsResult = Type.Object({
  rooms: Type.Array(RoomCount, { description: 'sorted by name' }),
  next_cursor: Type.Optional(
    Type.String({ description: 'cursor of the next page; absent on the last one' }),
  ),
});
export const RoomParams = Type.Object({ room: ShortName('the room') });
export const MessagesQuery = Type.Object({
  before: Type.Optional(Type.Integer({ minimum: 1, description: 'only messages before this seq' })),
  limit: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 100,
    description: 'maximum number of messages in the answer',
  }),
});
export type MessagesQuery = Static<typeof MessagesQuery>;
export const MessagesResult = Type.Object({
  room: Type.String({ description: 'the room' }),
  messages: Type.Array(Message, { description: 'the oldest first' }),
});

export const UsersQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 100,
    description: 'maximum number of users per page',
  }),
  cursor: Type.Optional(ShortName('next_cursor of the page before')),
});
export type UsersQuery = Static<typeof UsersQuery>;
export const UsersResult = Type.Object({
  users: Type.Array(UserCount, { description: 'sorted by name' }),
  next_cursor: Type.Optional(
    Type.String({ description: 'cursor of the next page; absent on the last one' }),
  ),
});

export const PostBody = Type.Object({
  user: ShortName('the user in whose name the message appears'),
  content: Type.String({
    maxLength: maxContentBytes,
    description: 'text of the message: well-formed Unicode, at most 4 KiB in UTF-8',
  }),
});
export type PostBody = Static<typeof PostBody>;

export const MessageParams = Type.Object({
  room: ShortName('the room'),
  seq: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'number of the message in its room',
  }),
});

/** Ten years. */
const maxBanSeconds = 315_360_000;
export const KickBody = Type.Object({
  user: ShortName('the user to remove from the room'),
  ban_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxBanSeconds,
      description:
        'length of the ban, seconds; 0 ends a ban; without it, the user is only disconnected, and an existing ban stays',
    }),
  ),
});
export type KickBody = Static<typeof KickBody>;
export const KickResult = Type.Object({
  closed: Type.Integer({ description: 'connections closed on all replicas' }),
});
