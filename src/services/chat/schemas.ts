import { Type, type Static } from 'typebox';
import { generalRoom, Message, RoomCount } from './store/store.ts';

const ShortName = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, format: 'id', description });

export const ConnectQuery = Type.Object({
  room: { ...ShortName('the room to join'), default: generalRoom },
  user: ShortName('who speaks'),
  since: Type.Optional(
    Type.Integer({ minimum: 0, description: 'replay what is kept after this seq' }),
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
export const MessagesResult = Type.Object({ room: Type.String(), messages: Type.Array(Message) });
