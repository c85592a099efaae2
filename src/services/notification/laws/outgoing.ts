/** A model of emails and pushes: which attempts there may be, and when. */
import assert from 'node:assert/strict';
import type { Notification } from '../notification.ts';
import { retryDelayMs } from '../outbox/retry.ts';
import type { SendResult } from '../senders/sender.ts';

interface Out {
  readonly user: string;
  readonly titles: readonly string[];
  attempts: number;
  dueAt: number;
  since?: number;
  end?: 'sent' | 'failed';
}

export class Outgoing {
  readonly #maxAttempts: number;
  readonly #retryMs: number;
  readonly #all = new Map<number, Out>();

  constructor(maxAttempts: number, retryMs: number) {
    this.#maxAttempts = maxAttempts;
    this.#retryMs = retryMs;
  }

  /** The status of a notification in counts when it has had an attempt. */
  statusOf(user: string, title: string): string {
    const out = this.#all.values().find((one) => one.user === user && one.titles[0] === title)!;
    return out.end ?? (out.since === undefined ? 'queued' : 'retrying');
  }

  /** Somebody has claimed an attempt. Yields whether it is the first one. */
  begin(notification: Notification, now: number): boolean {
    const { n, user_id, title, items, attempts } = notification;
    const titles = items?.map((item) => item.title) ?? [title];
    const known = this.#all.get(n);
    const out = known ?? { user: user_id, titles, attempts: 0, dueAt: now };
    this.#all.set(n, out);
    assert.deepEqual(titles, out.titles);
    assert.equal(out.end, undefined, `${titles.join()} is over`);
    assert.ok(out.dueAt <= now, `${titles.join()} is not due`);
    assert.equal(attempts, ++out.attempts);
    return known === undefined;
  }

  /** The process that has claimed it is dead. */
  lose({ n }: Notification, claimedUntil: number): void {
    this.#all.get(n)!.dueAt = claimedUntil;
  }

  settle({ n }: Notification, { kind }: SendResult, now: number): void {
    const out = this.#all.get(n)!;
    out.since ??= now;
    const isLast = out.attempts >= this.#maxAttempts || now >= out.since + this.#retryMs;
    if (kind === 'sent') out.end = 'sent';
    else if (kind === 'permanent-failure' || isLast) out.end = 'failed';
    else out.dueAt = now + retryDelayMs(out.attempts);
  }

  /** All that was due has been attempted; one whose last attempt is unknown has failed. */
  checkNoneDue(now: number): void {
    for (const out of this.#all.values()) {
      if (out.end !== undefined || out.dueAt > now) continue;
      assert.ok(out.attempts >= this.#maxAttempts, `${out.titles.join()} is due`);
      out.end = 'failed';
    }
  }
}
