/** What the clients of a room have been sent: up to which `seq`, and which messages these were. */
import { hash } from 'node:crypto';
import { busyLimit, type Message } from './store/store.ts';

export class Sent {
  #seq = 0;
  /** Of the latest messages, the one of `#seq` last; as many as a store may keep. */
  #digests: number[] = [];

  /** The room's place: its clients have been sent all messages up to this `seq`; 0 before the first. */
  get seq(): number {
    return this.#seq;
  }

  /** Whether the messages come next: without a gap after what was sent, and among themselves. */
  areNext(messages: readonly Message[]): boolean {
    return messages.every(({ seq }, i) => seq === this.#seq + 1 + i);
  }

  /** Whether this very message was sent. After a failover another one may have its `seq`. */
  has(message: Message): boolean {
    const age = this.#seq - message.seq;
    return age >= 0 && this.#digests.at(-1 - age) === digestOf(message);
  }

  add(messages: readonly Message[]): void {
    const last = messages.at(-1);
    if (last === undefined) return;
    if (!this.areNext(messages)) this.#digests = []; // history keeps nothing before a gap
    this.#digests.push(...messages.slice(-busyLimit).map(digestOf));
    this.#digests.splice(0, this.#digests.length - busyLimit);
    this.#seq = last.seq;
  }

  /** Forgets what was sent after `seq`, since the store has lost it. */
  goBack(seq: number): void {
    this.#digests.splice(Math.max(0, this.#digests.length - (this.#seq - seq)));
    this.#seq = seq;
  }
}

/** 48 bits: the digests of a room take 16 KB at most. */
function digestOf({ user, content, timestamp }: Message): number {
  return hash('sha1', JSON.stringify([timestamp, user, content]), 'buffer').readUIntBE(0, 6);
}
