/** What a room brings. */
import type { Json, Members } from '../shapes.ts';
import type { operations } from '../types/chat.ts';

export type ChatMembers = Omit<Members<operations['chatFollow']>, 'retries'>;

export type ChatMessage = Json<operations['chatListMessages']>['messages'][number] & {
  readonly type?: undefined;
};

/**
 * An event that is not a message. `gap`: the room no longer keeps messages `from` to `to`; a client gets
 * the other kinds when it asks for them.
 */
export interface ChatEvent {
  readonly type: string;
  readonly room: string;
  readonly [member: string]: unknown;
}

export type ChatFrame = ChatMessage | ChatEvent;
