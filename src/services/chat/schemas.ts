import { Type, type Static } from 'typebox';
import { generalRoom, Message } from './store/store.ts';

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

export const RoomsResult = Type.Object({
  rooms: Type.Array(
    Type.Object({
      name: Type.String(),
      clients: Type.Integer({ description: 'on all replicas' }),
    }),
  ),
});
export const RoomParams = Type.Object({ room: ShortName('the room') });
export const MessagesResult = Type.Object({ room: Type.String(), messages: Type.Array(Message) });
