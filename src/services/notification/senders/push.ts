import { Agent, request } from 'undici';
import webpush from 'web-push';
import { traceHeaders } from '#kit/observe/trace-headers.ts';
import {
  guardedConnector,
  isPublicElsewhere,
  PrivateAddressError,
  resolveByDns,
} from '#kit/web/addresses.ts';
import type { Clock } from '#kit/host/service.ts';
import { idOf, type Draft, type Notification } from '../notification.ts';
import { cut } from '../rules/cut.ts';
import { failureOf } from './http-failure.ts';
import type { Sender, SendResult } from './sender.ts';

export interface Vapid {
  /** `mailto:…` or `https://…`: a contact for the push service. */
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** How long one connection may take to come about; an attempt may end before. */
const connectTimeoutMs = 10_000;

/**
 * Bytes of a payload. A push service takes 4,096 bytes (RFC 8030, section 7.2); the header, the least
 * padding and the tag take 103 of them (RFC 8291, section 4).
 */
const maxPayloadBytes = 3_993;

/** @throws Error naming what is wrong with the keys or the subject */
export function checkVapid({ subject, publicKey, privateKey }: Vapid): void {
  const encoding = 'aes128gcm';
  webpush.getVapidHeaders('https://example.com', subject, publicKey, privateKey, encoding);
}

/**
 * Web Push (RFC 8030), encrypted for the browser (RFC 8291), signed for the push service (RFC 8292).
 *
 * @param allowPrivate also sends to addresses of its own network and of this machine. The client
 *   chooses the endpoint, so an untrusted client could reach hosts through us that it cannot reach
 *   itself.
 */
export function pushSender(vapid: Vapid, allowPrivate: boolean, clock: Clock): Sender {
  const isAllowed = allowPrivate ? () => true : isPublicElsewhere;
  const connect = guardedConnector(resolveByDns, isAllowed, connectTimeoutMs);
  const agent = new Agent({ connect });
  return {
    async send(notification, signal) {
      const { subscription } = notification;
      if (subscription === undefined) {
        return { kind: 'permanent-failure', error: 'the user has no push subscription' };
      }
      const { payload, truncated } = payloadOf(notification);
      const details = sealFor(subscription, notification, payload, vapid);
      if (details === undefined) {
        return { kind: 'permanent-failure', error: 'the keys are not valid' };
      }
      try {
        const { endpoint, method, headers, body } = details;
        const traced = { ...headers, ...traceHeaders() };
        const options = { dispatcher: agent, method, headers: traced, body, signal };
        const response = await request(endpoint, options);
        await response.body.dump({ limit: 16 * 1024, signal });
        const { statusCode, headers: answered } = response;
        const result = resultOfStatus(statusCode, answered['retry-after'], clock());
        return truncated ? { ...result, truncated } : result;
      } catch (error) {
        return resultOfError(error, signal);
      }
    },
  };
}

/** The JSON that the browser gets; a text that is too long is cut to the most that it can get. */
function payloadOf(notification: Notification): { payload: string; truncated?: true } {
  const { title, body } = notification;
  const id = idOf(notification);
  const rest = maxPayloadBytes - Buffer.byteLength(JSON.stringify({ id, title, body: '' }));
  const shown = cut(body, rest, (text) => Buffer.byteLength(JSON.stringify(text)) - 2);
  const payload = JSON.stringify({ id, title, body: shown });
  return shown === body ? { payload } : { payload, truncated: true };
}

/**
 * The request, encrypted; undefined when the subscription's keys are not valid.
 *
 * @throws anything else that the library objects to: a defect of ours
 */
function sealFor(
  subscription: NonNullable<Draft['subscription']>,
  notification: Notification,
  payload: string,
  vapidDetails: Vapid,
): webpush.RequestDetails | undefined {
  // The push service keeps the later one of two with one topic: a repetition does no harm there.
  const topic = idOf(notification);
  const urgency = notification.urgent ? 'high' : 'normal';
  try {
    const options = { vapidDetails, topic, urgency } as const;
    return webpush.generateRequestDetails(subscription, payload, options);
  } catch (error) {
    if (isAboutSubscription(error as NodeJS.ErrnoException)) return undefined;
    throw error;
  }
}

/** The library has no codes for what it finds wrong, but its messages name the subscription. */
const isAboutSubscription = ({ code, message }: NodeJS.ErrnoException) =>
  code === 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY' || message.startsWith('The subscription ');

/** @throws the error, unless it is the network's */
function resultOfError(error: unknown, signal: AbortSignal): SendResult {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if ([error, cause].some((each) => each instanceof PrivateAddressError)) {
    return { kind: 'permanent-failure', error: 'the push endpoint is not on the public network' };
  }
  if (typeof code !== 'string' && !signal.aborted) throw error;
  const reason = signal.aborted ? 'aborted' : code;
  return { kind: 'temporary-failure', error: `the push service cannot be reached (${reason})` };
}

function resultOfStatus(
  status: number,
  retryAfter: string | string[] | undefined,
  now: number,
): SendResult {
  if (status >= 200 && status < 300) return { kind: 'sent', answer: `HTTP ${status}` };
  const error =
    status === 404 || status === 410
      ? `the subscription is gone (${status})`
      : `the push service answered ${status}`;
  return failureOf(status, error, retryAfter, now);
}
