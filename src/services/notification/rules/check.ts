/** What the schemas of requests to send cannot say. */
import { invalid } from '#kit/web/problem.ts';
import { parseHttpUrl } from '#kit/web/target-url.ts';
import { refuse } from '../errors.ts';
import type { Ask } from '../notification.ts';
import { channels, type BulkBody, type SendBody } from '../schemas.ts';
import { isAddress } from '../senders/smtp.ts';
import type { Message, Recipients } from '../store/batches.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export type Checked =
  | { readonly kind: 'one'; readonly ask: Ask }
  | { readonly kind: 'batch'; readonly message: Message; readonly recipients: Recipients };

/**
 * A request to one user, or to a topic.
 *
 * @throws Refusal UNKNOWN_CHANNEL, VALIDATION_FAILED
 */
export function checkSend(body: SendBody): Checked {
  const { user_id, topic, address, subscription } = body;
  const message = checkMessage(body);
  if (topic !== undefined) {
    const own = { user_id, address, subscription };
    const given = Object.entries(own).find(([, value]) => value !== undefined);
    if (given) throw invalid(given[0], 'must not be given with a topic');
    return { kind: 'batch', message, recipients: { topic } };
  }
  if (user_id === undefined) throw invalid('user_id', 'is required');
  if (address !== undefined && !isAddress(address)) {
    throw invalid('address', 'must be one email address');
  }
  if (subscription !== undefined) {
    const url = parseHttpUrl(subscription.endpoint);
    if (typeof url === 'string') throw invalid('subscription.endpoint', url);
  }
  const recipient = {
    ...(address !== undefined && { address }),
    ...(subscription !== undefined && { subscription }),
  };
  return { kind: 'one', ask: { user_id, ...message, ...recipient } };
}

/** @throws Refusal UNKNOWN_CHANNEL, VALIDATION_FAILED */
export function checkBulk(body: BulkBody): Extract<Checked, { kind: 'batch' }> {
  // The order in which they are served: see `Recipients`.
  const userIds = [...new Set(body.user_ids)].sort();
  const given = ['address', 'subscription'].find((name) => (body as JsonObject)[name] != null);
  if (given !== undefined) throw invalid(given, 'must not be given in a batch');
  return { kind: 'batch', message: checkMessage(body), recipients: { userIds } };
}

function checkMessage(given: SendBody | BulkBody): Message {
  const channel = channels.find((known) => known === given.channel);
  if (channel === undefined) {
    const errors = [{ path: 'channel', message: `must be one of ${channels.join(', ')}` }];
    throw refuse.UNKNOWN_CHANNEL(undefined, { members: { errors } });
  }
  const { title, body, category, urgent, deliver_at, digest } = given;
  if (digest !== undefined && deliver_at !== undefined) {
    throw invalid(
      'deliver_at',
      'must not be given with a digest, which goes out at the end of its window',
    );
  }
  return {
    channel,
    title,
    body,
    ...(category !== undefined && { category }),
    ...(urgent !== undefined && { urgent }),
    ...(deliver_at !== undefined && { deliver_at }),
    ...(digest && { digest: { key: digest.key, window_seconds: digest.window_seconds } }),
  };
}
