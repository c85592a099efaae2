import { once, EventEmitter } from 'node:events';
import type { TestContext } from 'node:test';
import type { Event, Message } from '../message.ts';
import type { ChatStore, Follower } from '../chat-store.ts';

/** Two handles on one state. */
export type OpenTwo = (t: TestContext) => Promise<[ChatStore, ChatStore]>;

export const at = Date.UTC(2026, 0, 1);

export function draft(user: string, content: string) {
  return { user, content, timestamp: at };
}

export function message(user: string, content: string, seq: number): Message {
  return { user, room: 'tea', content, timestamp: at, seq };
}

/** A follower that remembers, and waits until it has seen `n` messages. */
export function recorder(onKick: Follower['kicked'] = () => 0) {
  const seen: Message[] = [];
  const events: Event[] = [];
  const changes = new EventEmitter();
  return {
    messages(messages: readonly Message[]) {
      seen.push(...messages);
      changes.emit('more');
    },
    signals(signals: Parameters<Follower['signals']>[0]) {
      events.push(...signals.map(({ event }) => event));
      changes.emit('more');
    },
    kicked: onKick,
    resumed() {},
    events,
    contents: () => seen.map(({ content }) => content),
    async upTo(n: number) {
      while (seen.length < n) await once(changes, 'more');
      return seen;
    },
    async eventsUpTo(n: number) {
      while (events.length < n) await once(changes, 'more');
      return events;
    },
  };
}
