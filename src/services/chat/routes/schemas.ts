import { Type, type Static } from 'typebox';
import { maxContentBytes } from '../content.ts';
import { Message } from '../store/message.ts';
import { generalRoom, RoomCount, UserCount } from '../store/store.ts';

const ShortName = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, format: 'id', description });

export const ConnectQuery = Type.Object({
  room: { ...ShortName('the room to join'), default: generalRoom },
  user: ShortName('who speaks'),
  since: Type.Optional(
    Type.Integer({ minimum: 0, description: 'replay what is kept after this seq' }),
  ),
  events: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1,
      description: '1: send events, which have a type, beside the messages',
    }),
  ),
});
export type Connect = Static<typeof ConnectQuery>;

export const RoomsQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 1_000 }),
  cursor: Type.Optional(ShortName('next_cursor of the page before')),
});
export const RoomsResult = Type.Object({
  rooms: Type.Array(RoomCount),
  next_cursor: Type.Optional(
    Type.String({ description: 'cursor of the next page; missing on the last one' }),
  ),
});
export const RoomParams = Type.Object({ room: ShortName('the room') });
export const MessagesQuery = Type.Object({
  before: Type.Optional(Type.Integer({ minimum: 1, description: 'those before this seq' })),
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
});
export type MessagesQuery = Static<typeof MessagesQuery>;
export const MessagesResult = Type.Object({ room: Type.String(), messages: Type.Array(Message) });

export const UsersQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
  cursor: Type.Optional(ShortName('next_cursor of the page before')),
});
export type UsersQuery = Static<typeof UsersQuery>;
export const UsersResult = Type.Object({
  users: Type.Array(UserCount, { description: 'sorted by name' }),
  next_cursor: Type.Optional(
    Type.String({ description: 'cursor of the next page; missing on the last one' }),
  ),
});

export const PostBody = Type.Object({
  user: ShortName('who speaks'),
  content: Type.String({
    maxLength: maxContentBytes,
    description: 'at most 4 KiB in UTF-8, well-formed Unicode',
  }),
});
export type PostBody = Static<typeof PostBody>;

export const MessageParams = Type.Object({
  room: ShortName('the room'),
  seq: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});

/** Ten years. */
const maxBanSeconds = 315_360_000;
export const KickBody = Type.Object({
  user: ShortName('who is to leave the room'),
  ban_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxBanSeconds,
      description:
        'how long the user may not come back; 0 ends a ban; without it, one that is in force stays',
    }),
  ),
});
export type KickBody = Static<typeof KickBody>;
export const KickResult = Type.Object({
  closed: Type.Integer({ description: 'connections that were closed, on all replicas' }),
});
