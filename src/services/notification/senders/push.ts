import ipaddr from 'ipaddr.js';
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import webpush from 'web-push';
import { notificationIds, type Notification, type Subscription } from '../notification.ts';
import type { Sender, SendResult } from './sender.ts';

export interface Vapid {
  /** `mailto:…` or `https://…`: whom the push service can turn to. */
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** @throws Error naming what is wrong with the keys or the subject */
export function checkVapid({ subject, publicKey, privateKey }: Vapid): void {
  const encoding = 'aes128gcm';
  webpush.getVapidHeaders('https://example.com', subject, publicKey, privateKey, encoding);
}

/**
 * Web Push (RFC 8030), encrypted for the browser (RFC 8291), signed for the push service (RFC 8292).
 *
 * @param allowPrivate also sends to addresses of the own network. A client names the endpoint: where
 *   others than we are clients, they could reach hosts through us that they cannot reach themselves.
 */
export function pushSender(vapid: Vapid, allowPrivate: boolean): Sender {
  const agent = new Agent(allowPrivate ? {} : { connect: { lookup: publicLookup } });
  return {
    async send(notification, signal) {
      const { subscription } = notification;
      if (subscription === undefined) {
        return { kind: 'permanent-failure', error: 'the user has no push subscription' };
      }
      const { hostname } = new URL(subscription.endpoint);
      if (!allowPrivate && isIP(bare(hostname)) !== 0 && !isPublic(bare(hostname))) {
        return { kind: 'permanent-failure', error: notPublic };
      }
      const details = sealFor(subscription, notification, vapid);
      if (details === undefined) {
        return { kind: 'permanent-failure', error: 'the keys are not valid' };
      }
      try {
        const { endpoint, method, headers, body } = details;
        const options = { dispatcher: agent, method, headers, body, signal };
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
  subscription: Subscription,
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
  const { code } = error as { code?: unknown };
  if (code === 'EPRIVATE') return { kind: 'permanent-failure', error: notPublic };
  if (typeof code !== 'string' && !signal.aborted) throw error;
  const reason = signal.aborted ? 'aborted' : code;
  return { kind: 'temporary-failure', error: `the push service cannot be reached (${reason})` };
}

function resultOfStatus(status: number): SendResult {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const error =
    status === 404 || status === 410
      ? `the subscription is gone (${status})`
      : `the push service answered ${status}`;
  const mayPass = status >= 500 || status === 429 || status === 408;
  return { kind: mayPass ? 'temporary-failure' : 'permanent-failure', error };
}

const notPublic = 'the push endpoint is not on the public network';

/** Without the brackets of an IPv6 address. */
const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

export const isPublic = (address: string) => ipaddr.process(address).range() === 'unicast';

/** Resolves a name to its public addresses only; the connection then goes to one of these. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    const open = addresses.filter(({ address }) => isPublic(address));
    if (open.length === 0)
      return done(Object.assign(new Error(notPublic), { code: 'EPRIVATE' }), []);
    if (options.all) done(null, open);
    else done(null, open[0]!.address, open[0]!.family);
  });
};
