/** Messages that arrive for a client during a replay: history goes first. */
import type { Message } from '../store/message.ts';

/** How many messages wait; the oldest go, and are read from history. */
const maxMessages = 1_000;

export class Held {
  messages: Message[] = [];
  /** Frames of events; they are about what was sent before them, too. */
  readonly signals: { readonly frames: Buffer; readonly events: number }[] = [];
  /** Messages had to go since the last read of history began. */
  isIncomplete = false;

  add(messages: readonly Message[]): void {
    for (const message of messages) this.messages.push(message);
    if (this.messages.length <= maxMessages) return;
    this.messages = this.messages.slice(-maxMessages);
    this.isIncomplete = true;
  }

  /** The client has all messages up to `seq`. */
  forget(seq: number): void {
    this.messages = this.messages.filter((message) => message.seq > seq);
  }
}
