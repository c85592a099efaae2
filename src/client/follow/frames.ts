/** What a room brings. */
import type { Json, Members } from '../shapes.ts';
import type { operations } from '../types/chat.ts';

export type ChatMembers = Omit<Members<operations['chatFollow']>, 'retries'>;

export type ChatMessage = Json<operations['chatListMessages']>['messages'][number] & {
  readonly type?: undefined;
};

/**
 * What is no message. `gap`: the room keeps those `from` and `to` no longer; the others come to who
 * asks for them.
 */
export interface ChatEvent {
  readonly type: string;
  readonly room: string;
  readonly [member: string]: unknown;
}

export type ChatFrame = ChatMessage | ChatEvent;
