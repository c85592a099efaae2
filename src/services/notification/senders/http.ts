/** A sender of the operator's own: gets each notification as a signed webhook. */
import { Agent, request } from 'undici';
import type { Clock } from '#kit/host/service.ts';
import { traceHeaders } from '#kit/observe/trace-headers.ts';
import { webhookHeaders } from '#kit/web/webhook-signature.ts';
import { idNumber, idOf, type Notification } from '../notification.ts';
import { failureOf } from './http-failure.ts';
import type { Sender, SendResult } from './sender.ts';

export interface OwnSender {
  /** The operator chooses it, so it may be private. */
  readonly url: string;
  /** `whsec_…` */
  readonly secret: string;
}

/** Bytes of an answer that are read. */
const maxAnswerBytes = 16 * 1024;

/** Posts the notification; redirects are not followed. */
export function httpSender({ url, secret }: OwnSender, clock: Clock): Sender {
  const agent = new Agent();
  return {
    async send(notification, signal) {
      const body = JSON.stringify(payloadOf(notification));
      const signed = webhookHeaders(secret, idOf(notification), clock(), body);
      const headers = { 'content-type': 'application/json', ...signed, ...traceHeaders() };
      try {
        const options = { dispatcher: agent, method: 'POST', headers, body, signal } as const;
        const response = await request(url, options);
        await response.body.dump({ limit: maxAnswerBytes, signal });
        const { statusCode, headers: answered } = response;
        if (statusCode >= 200 && statusCode < 300) {
          return { kind: 'sent', answer: `HTTP ${statusCode}` };
        }
        const error = `the sender answered ${statusCode}`;
        return failureOf(statusCode, error, answered['retry-after'], clock());
      } catch (error) {
        return resultOfError(error, signal);
      }
    },
  };
}

function payloadOf(notification: Notification) {
  const { user_id, channel, title, body, address, subscription } = notification;
  const { category, urgent, items } = notification;
  const id = idOf(notification);
  const about = { id, user_id, channel, title, body, created_at: idNumber(notification) };
  return { ...about, address, subscription, category, urgent, items };
}

/** @throws the error, unless it is the network's */
function resultOfError(error: unknown, signal: AbortSignal): SendResult {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' && !signal.aborted) throw error;
  const reason = signal.aborted ? 'aborted' : code;
  return { kind: 'temporary-failure', error: `the sender cannot be reached (${reason})` };
}
