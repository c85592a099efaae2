/** Sends one webhook, signed as https://www.standardwebhooks.com defines. */
import { Agent } from 'undici';
import { guardedConnector, PrivateAddressError, type Resolve } from '#kit/web/addresses.ts';
import { webhookHeaders } from '#kit/web/webhook-signature.ts';

/** The outcome of an attempt. */
export type Delivery =
  | { readonly kind: 'delivered' }
  /** Another attempt may have another end, not before `retryAfter` if the receiver says so. */
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfter?: string | undefined }
  /** No other attempt is made. */
  | { readonly kind: 'refused'; readonly reason: string };

export interface Message {
  /** The same in every attempt. */
  readonly id: string;
  readonly url: string;
  readonly body: string;
}

export interface Sender {
  /** @param now instant of the attempt */
  send(message: Message, now: number, signal: AbortSignal): Promise<Delivery>;
  close(): Promise<void>;
}

interface SenderOptions {
  /** `whsec_…` */
  readonly secret: string;
  readonly userAgent: string;
  /** Whether a connection to an address may be made. */
  readonly isAllowed: (address: string) => boolean;
  readonly resolve: Resolve;
  /** Longest time of an attempt. */
  readonly timeoutMs: number;
}

/** How much of an answer is read, so that the connection can be kept. */
const maxDiscardedBytes = 64 * 1024;

export function openSender(options: SenderOptions): Sender {
  const { secret, userAgent, isAllowed, resolve, timeoutMs } = options;
  const connect = guardedConnector(resolve, isAllowed, timeoutMs);
  const agent = new Agent({ connect, allowH2: false });
  return {
    async send({ id, url, body }, now, stopped) {
      const { origin, pathname, search } = new URL(url);
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]);
      const headers = {
        'content-type': 'application/json',
        'user-agent': userAgent,
        ...webhookHeaders(secret, id, now, body),
      };
      try {
        const path = pathname + search;
        const answer = await agent.request({ origin, path, method: 'POST', headers, body, signal });
        answer.body.dump({ limit: maxDiscardedBytes, signal }).catch(() => {});
        const retryAfter = [answer.headers['retry-after']].flat()[0];
        return judge(answer.statusCode, retryAfter);
      } catch (error) {
        stopped.throwIfAborted();
        if (isPrivate(error)) return { kind: 'refused', reason: 'private address' };
        return { kind: 'failed', reason: signal.aborted ? 'too late' : 'no answer' };
      }
    },
    close: () => agent.destroy(),
  };
}

/** Redirects are not followed: only the receiver that was named gets the event. */
function judge(status: number, retryAfter: string | undefined): Delivery {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const reason = `status ${status}`;
  return status === 410 ? { kind: 'refused', reason } : { kind: 'failed', reason, retryAfter };
}

/** When several addresses of a name are tried, the error holds one for each. */
function isPrivate(error: unknown): boolean {
  const errors = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return errors.some((one) => one instanceof PrivateAddressError);
}
