/** What a room keeps, and what it only passes on. */
import { Type, type Static } from 'typebox';

export const Message = Type.Object({
  user: Type.String({ description: 'the author' }),
  room: Type.String({ description: 'the room' }),
  content: Type.String({ description: 'text of the message; empty once it is deleted' }),
  timestamp: Type.Integer({ description: 'when it was sent, milliseconds since the epoch' }),
  seq: Type.Integer({ description: 'number in the room: the next message has the next number' }),
  deleted: Type.Optional(
    Type.Literal(true, {
      description: 'an operator has deleted the content; the message keeps its place',
    }),
  ),
});
export type Message = Readonly<Static<typeof Message>>;

/** A message before the room has given it a `seq`. */
export type Draft = Omit<Message, 'seq' | 'room' | 'deleted'>;

export const ephemeralTypes = ['typing', 'read'] as const;
export type EphemeralType = (typeof ephemeralTypes)[number];

/** What clients that asked for events are sent beside the messages. */
export const Event = Type.Union([
  Type.Object({ type: Type.Literal('deleted'), room: Type.String(), seq: Type.Integer() }),
  Type.Object({
    type: Type.String({ enum: ['joined', 'left', ...ephemeralTypes] }),
    room: Type.String(),
    user: Type.String(),
    // Ephemeral ones have whatever their sender says besides.
  }),
]);
export type Event =
  | { readonly type: 'deleted'; readonly room: string; readonly seq: number }
  | {
      readonly type: 'joined' | 'left' | EphemeralType;
      readonly room: string;
      readonly user: string;
    };

export const Signal = Type.Object({
  event: Event,
  from: Type.Optional(Type.String({ description: 'the connection that does not get the event' })),
});
/** An event on its way to the clients. */
export interface Signal {
  readonly event: Event;
  /** The connection that sent it, and does not get it back. */
  readonly from?: string;
}

/** Messages as they are read from a store, oldest first. */
export interface Kept {
  /** `seq` of the oldest message that is kept; one more than `last` when none is. */
  readonly first: number;
  /** `seq` of the latest message; 0 before the first. */
  readonly last: number;
  readonly messages: Message[];
}
