/** Senders of emails and pushes. */
import type { Notification } from '../notification.ts';

export interface Sender {
  /**
   * Makes one attempt. Once the signal aborts, no connection of it stays open. A failure of the other
   * side is a result.
   *
   * @throws only errors that are defects of ours
   */
  send(notification: Notification, signal: AbortSignal): Promise<SendResult>;
}

export type SendResult = {
  /** The answer of the other side, for the trace. */
  readonly answer?: string;
  /** The text was longer than the channel carries, and its end was left out. */
  readonly truncated?: true;
} & (
  | { readonly kind: 'sent' }
  /** Nothing was sent: there is a log line instead. */
  | { readonly kind: 'simulated' }
  /** Another attempt may succeed, after a pause of at least `retryAfterMs`. */
  | { readonly kind: 'temporary-failure'; readonly error: string; readonly retryAfterMs?: number }
  /** Another attempt would fail as well. */
  | { readonly kind: 'permanent-failure'; readonly error: string }
);

export type Senders = Readonly<Record<'email' | 'push', Sender>>;
