import ipaddr from 'ipaddr.js';
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import webpush from 'web-push';
import { idOf, type Notification, type Subscription } from './notification.ts';
import type { Sender, Sent } from './sender.ts';

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
 * @param allowPrivate also sends to addresses of the own network. The endpoint is what a client
 *   says: otherwise it could have us call what it cannot reach itself.
 */
export function pushSender(vapid: Vapid, allowPrivate: boolean): Sender {
  const agent = new Agent(allowPrivate ? {} : { connect: { lookup: publicLookup } });
  return {
    async send(notification, signal) {
      const { subscription } = notification;
      if (subscription === undefined) {
        return { kind: 'refused', error: 'the user has no push subscription' };
      }
      const { hostname } = new URL(subscription.endpoint);
      if (!allowPrivate && isIP(bare(hostname)) !== 0 && !isPublic(bare(hostname))) {
        return { kind: 'refused', error: notPublic };
      }
      const details = sealed(notification, subscription, vapid);
      if (details === undefined) return { kind: 'refused', error: 'the keys are not valid' };
      try {
        const { endpoint, method, headers, body } = details;
        const options = { dispatcher: agent, method, headers, body, signal };
        const response = await request(endpoint, options);
        await response.body.dump({ limit: 16 * 1024, signal });
        return resultOf(response.statusCode);
      } catch (error) {
        const { code = 'unknown' } = error as { code?: string };
        if (code === 'EPRIVATE') return { kind: 'refused', error: notPublic };
        return { kind: 'failed', error: `the push service cannot be reached (${code})` };
      }
    },
  };
}

/** The request, or undefined when the subscription's keys are none. */
function sealed(
  { n, title, body }: Notification,
  subscription: Subscription,
  vapidDetails: Vapid,
): webpush.RequestDetails | undefined {
  const id = idOf(n);
  try {
    // Of two with one topic the push service keeps the later: a repetition does no harm there.
    const options = { vapidDetails, topic: id };
    const payload = JSON.stringify({ id, title, body });
    return webpush.generateRequestDetails(subscription, payload, options);
  } catch {
    return undefined;
  }
}

function resultOf(status: number): Sent {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const error =
    status === 404 || status === 410
      ? `the subscription is gone (${status})`
      : `the push service answered ${status}`;
  const mayPass = status >= 500 || status === 429 || status === 408;
  return { kind: mayPass ? 'failed' : 'refused', error };
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
