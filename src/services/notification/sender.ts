/** What sends emails and pushes. */
import type { Notification } from './notification.ts';

export interface Sender {
  /**
   * Makes one attempt. Once the signal aborts, nothing of it goes on: no connection stays open.
   * How it failed is a result; what it throws is a defect.
   */
  send(notification: Notification, signal: AbortSignal): Promise<Sent>;
}

export type Sent =
  | { readonly kind: 'sent' }
  /** May succeed when tried again. */
  | { readonly kind: 'failed'; readonly error: string }
  /** Would fail again. */
  | { readonly kind: 'refused'; readonly error: string };

export type Senders = Readonly<Record<'email' | 'push', Sender>>;
