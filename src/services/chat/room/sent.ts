/** The messages that the clients of a room have been sent: up to which `seq`, and which ones. */
import { hash } from 'node:crypto';
import type { Message } from '../store/message.ts';
import { busyLimit } from '../store/chat-store.ts';

export class Sent {
  #seq = 0;
  /** The digests of the latest messages, the one of `#seq` last; as many as a store may keep. */
  #digests: number[] = [];

  /** The room's place: its clients have been sent all messages up to this `seq`; 0 before the first. */
  get seq(): number {
    return this.#seq;
  }

  /** Whether the messages come next: without a gap after what was sent, and among themselves. */
  areNext(messages: readonly Message[]): boolean {
    return messages.every(({ seq }, i) => seq === this.#seq + 1 + i);
  }

  /**
   * Whether this very message was sent, with its content or without. After a failover another one
   * may have its `seq`.
   */
  has(message: Message): boolean {
    const age = this.#seq - message.seq;
    const sent = age >= 0 ? this.#digests.at(-1 - age) : undefined;
    if (sent === undefined) return false;
    const digest = digestOf(message);
    if (sent === digest) return true;
    const isDeleted = sent % contents === 0 || digest % contents === 0;
    return isDeleted && Math.floor(sent / contents) === Math.floor(digest / contents);
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

/** The lower part of a digest stands for user and content; it is 0 after a deletion. */
const contents = 2 ** 32;
/** The upper part is the instant, which starts over after half an hour. */
const instants = 2 ** 21;

/** 53 bits: the digests of a room take 16 KB at most. */
function digestOf({ user, content, timestamp, deleted }: Message): number {
  const instant = (timestamp % instants) * contents;
  if (deleted) return instant;
  const text = hash('sha1', JSON.stringify([timestamp, user, content]), 'buffer');
  return instant + (text.readUInt32BE() || 1);
}
