import { Agent, request } from 'undici';
import webpush from 'web-push';
import { traceHeaders } from '#kit/observe/store-steps.ts';
import {
  guardedConnector,
  isPublicElsewhere,
  PrivateAddressError,
  resolveByDns,
} from '#kit/web/addresses.ts';
import type { Draft, Notification } from '../notification.ts';
import { notificationIds } from '../schemas.ts';
import type { Sender, SendResult } from './sender.ts';

export interface Vapid {
  /** `mailto:…` or `https://…`: whom the push service can turn to. */
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** How long one connection may take to come about; an attempt may end before. */
const connectTimeoutMs = 10_000;

/** @throws Error naming what is wrong with the keys or the subject */
export function checkVapid({ subject, publicKey, privateKey }: Vapid): void {
  const encoding = 'aes128gcm';
  webpush.getVapidHeaders('https://example.com', subject, publicKey, privateKey, encoding);
}

/**
 * Web Push (RFC 8030), encrypted for the browser (RFC 8291), signed for the push service (RFC 8292).
 *
 * @param allowPrivate also sends to addresses of the own network and of this machine. The client chooses the endpoint,
 *   so an untrusted client could reach hosts through us that it cannot reach itself.
 */
export function pushSender(vapid: Vapid, allowPrivate: boolean): Sender {
  const isAllowed = allowPrivate ? () => true : isPublicElsewhere;
  const connect = guardedConnector(resolveByDns, isAllowed, connectTimeoutMs);
  const agent = new Agent({ connect });
  return {
    async send(notification, signal) {
      const { subscription } = notification;
      if (subscription === undefined) {
        return { kind: 'permanent-failure', error: 'the user has no push subscription' };
      }
      const details = sealFor(subscription, notification, vapid);
      if (details === undefined) {
        return { kind: 'permanent-failure', error: 'the keys are not valid' };
      }
      try {
        const { endpoint, method, headers, body } = details;
        const traced = { ...headers, ...traceHeaders() };
        const options = { dispatcher: agent, method, headers: traced, body, signal };
        const response = await request(endpoint, options);
        await response.body.dump({ limit: 16 * 1024, signal });
        return resultOfStatus(response.statusCode);
      } catch (error) {
        return resultOfError(error, signal);
      }
    },
  };
}

/**
 * The request, encrypted; undefined when the subscription's keys are not valid.
 *
 * @throws anything else that the library objects to: a defect of ours
 */
function sealFor(
  subscription: NonNullable<Draft['subscription']>,
  { n, title, body }: Notification,
  vapidDetails: Vapid,
): webpush.RequestDetails | undefined {
  const id = notificationIds.format(n);
  try {
    // The push service keeps the later one of two with one topic: a repetition does no harm there.
    const options = { vapidDetails, topic: id };
    const payload = JSON.stringify({ id, title, body });
    return webpush.generateRequestDetails(subscription, payload, options);
  } catch (error) {
    if (isAboutSubscription(error as NodeJS.ErrnoException)) return undefined;
    throw error;
  }
}

/** The library has no codes for what it finds wrong, but its messages name the subscription. */
const isAboutSubscription = ({ code, message }: NodeJS.ErrnoException) =>
  code === 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY' || message.startsWith('The subscription ');

/** @throws the error, if it is none of the network's */
function resultOfError(error: unknown, signal: AbortSignal): SendResult {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if ([error, cause].some((each) => each instanceof PrivateAddressError)) {
    return { kind: 'permanent-failure', error: 'the push endpoint is not on the public network' };
  }
  if (typeof code !== 'string' && !signal.aborted) throw error;
  const reason = signal.aborted ? 'aborted' : code;
  return { kind: 'temporary-failure', error: `the push service cannot be reached (${reason})` };
}

function resultOfStatus(status: number): SendResult {
  const answer = `HTTP ${status}`;
  if (status >= 200 && status < 300) return { kind: 'sent', answer };
  const error =
    status === 404 || status === 410
      ? `the subscription is gone (${status})`
      : `the push service answered ${status}`;
  const mayPass = status >= 500 || status === 429 || status === 408;
  return { kind: mayPass ? 'temporary-failure' : 'permanent-failure', error, answer };
}
