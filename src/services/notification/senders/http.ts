/** A sender of the operator's own: gets each notification as a signed webhook. */
import { Agent, request } from 'undici';
import type { Clock } from '#kit/host/service.ts';
import { traceHeaders } from '#kit/observe/store-steps.ts';
import { webhookHeaders } from '#kit/web/webhook-signature.ts';
import { idNumber, idOf, type Notification } from '../notification.ts';
import type { Sender, SendResult } from './sender.ts';

export interface OwnSender {
  /** Of the operator's choice, so it may be private. */
  readonly url: string;
  /** `whsec_…` */
  readonly secret: string;
}

/** Longest pause that a receiver may ask for, milliseconds. */
const maxPauseMs = 24 * 60 * 60 * 1000;

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
        return resultOfStatus(statusCode, pauseOf(answered['retry-after'], clock()));
      } catch (error) {
        return resultOfError(error, signal);
      }
    },
  };
}

function payloadOf(notification: Notification) {
  const { user_id, channel, title, body, address, subscription, category, items } = notification;
  const id = idOf(notification);
  const about = { id, user_id, channel, title, body, created_at: idNumber(notification) };
  return { ...about, address, subscription, category, items };
}

/** A success, or a failure that may pass: 408, 429, 5xx. */
function resultOfStatus(status: number, retryAfterMs: number | undefined): SendResult {
  const answer = `HTTP ${status}`;
  if (status >= 200 && status < 300) return { kind: 'sent', answer };
  const error = `the sender answered ${status}`;
  const mayPass = status >= 500 || status === 429 || status === 408;
  if (!mayPass) return { kind: 'permanent-failure', error, answer };
  const pause = retryAfterMs === undefined ? {} : { retryAfterMs };
  return { kind: 'temporary-failure', error, answer, ...pause };
}

/** `Retry-After` in milliseconds: seconds, or a date (RFC 9110, section 10.2.3). */
export function pauseOf(header: string | string[] | undefined, now: number): number | undefined {
  const text = [header].flat()[0]?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return ms > 0 ? Math.min(ms, maxPauseMs) : undefined;
}

/** @throws the error, if it is none of the network's */
function resultOfError(error: unknown, signal: AbortSignal): SendResult {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' && !signal.aborted) throw error;
  const reason = signal.aborted ? 'aborted' : code;
  return { kind: 'temporary-failure', error: `the sender cannot be reached (${reason})` };
}
