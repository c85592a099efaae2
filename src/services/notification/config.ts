import { Type } from 'typebox';
import { contactAddress, httpAddress, mailServerAddress } from '#kit/base/address-form.ts';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';
import { StartupError } from '#kit/base/startup-error.ts';
import { postgresOrSqlite } from '#kit/host/store-config.ts';
import { parseHttpUrl } from '#kit/web/target-url.ts';
import { webhookSecretVariable } from '#kit/web/webhook-signature.ts';
import { checkVapid, type Vapid } from './senders/push.ts';

export const Variables = Type.Object({
  SMTP_URL: Type.Optional(
    Type.String({
      address: mailServerAddress,
      writeOnly: true,
      description:
        'mail server: smtp://user:password@host:port or smtps://…; without it, a log line',
    }),
  ),
  SMTP_FROM: Type.Optional(
    Type.String({ pattern: '@', description: 'sender of the emails: Shop <shop@example.com>' }),
  ),
  VAPID_SUBJECT: Type.Optional(
    Type.String({
      address: contactAddress,
      description: 'whom push services turn to: mailto:… or https://…',
    }),
  ),
  VAPID_PUBLIC_KEY: Type.Optional(
    Type.String({ description: 'turns Web Push on, with the other VAPID_*; without, a log line' }),
  ),
  VAPID_PRIVATE_KEY: Type.Optional(
    Type.String({ writeOnly: true, description: 'as `npx web-push generate-vapid-keys` gives it' }),
  ),
  EMAIL_HTTP_URL: Type.Optional(
    Type.String({
      address: httpAddress('https://example.com/mails'),
      writeOnly: true,
      description: 'own sender: emails are posted there as webhooks, instead of SMTP_URL',
    }),
  ),
  PUSH_HTTP_URL: Type.Optional(
    Type.String({
      address: httpAddress('https://example.com/pushes'),
      writeOnly: true,
      description: 'own sender: pushes are posted there as webhooks, instead of VAPID_*',
    }),
  ),
  WEBHOOK_SECRET: webhookSecretVariable(
    'signs what own senders get: whsec_ and base64 of 24 to 64 bytes; required with one of them',
  ),
  NOTIFICATION_RETENTION_DAYS: Type.Integer({
    minimum: 0,
    maximum: 36_500,
    default: 0,
    description: 'days after which inboxes forget a notification; 0: never',
  }),
  NOTIFICATION_MAX_ATTEMPTS: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 100,
    description: 'attempts before an email or push has failed for good',
  }),
  NOTIFICATION_RETRY_HOURS: Type.Integer({
    minimum: 1,
    maximum: 720,
    default: 24,
    description: 'hours after the first attempt for which a temporary failure is tried again',
  }),
  NOTIFICATION_SEND_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    maximum: 60_000,
    default: 10_000,
    description: 'longest time of one attempt',
  }),
  NOTIFICATION_PREFIX: prefixVariable(
    'notification',
    'name of the deployment: which rows of the database are its own',
  ),
});

export type Config = ReturnType<typeof readConfig>;

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, common: Common) {
  const values = readEnv(Variables, env);
  const smtp = smtpOf(values.SMTP_URL, values.SMTP_FROM);
  const vapid = vapidOf(values.VAPID_SUBJECT, values.VAPID_PUBLIC_KEY, values.VAPID_PRIVATE_KEY);
  const secret = values.WEBHOOK_SECRET;
  const emailHttp = ownSender('EMAIL_HTTP_URL', values.EMAIL_HTTP_URL, secret);
  const pushHttp = ownSender('PUSH_HTTP_URL', values.PUSH_HTTP_URL, secret);
  refuseBoth('SMTP_URL', smtp, 'EMAIL_HTTP_URL', emailHttp);
  refuseBoth('VAPID_*', vapid, 'PUSH_HTTP_URL', pushHttp);
  const sendsForReal = [smtp, emailHttp, pushHttp].some((sender) => sender !== undefined);
  return {
    store: postgresOrSqlite('notification', values.NOTIFICATION_PREFIX, common),
    /** Undefined: emails are log lines. */
    smtp,
    /** Undefined: pushes are log lines. */
    vapid,
    /** Senders of the operator's own, instead of those. */
    emailHttp,
    pushHttp,
    /** Whether pushes may go to this network: only while nobody else can ask for one. */
    allowPrivateEndpoints: common.reachedBy === undefined,
    maxAttempts: values.NOTIFICATION_MAX_ATTEMPTS,
    /** How long after the first attempt a temporary failure is tried again. */
    retryMs: values.NOTIFICATION_RETRY_HOURS * 60 * 60 * 1000,
    /** Whether /send asks for the admin token: others could send mails through our server. */
    sendNeedsToken: sendsForReal && common.reachedBy !== undefined,
    /** How long inboxes keep a notification, milliseconds; undefined: forever. */
    retentionMs: values.NOTIFICATION_RETENTION_DAYS * 24 * 60 * 60 * 1000 || undefined,
    /** Longest time of one attempt. */
    timeoutMs: values.NOTIFICATION_SEND_TIMEOUT_MS,
  };
}

/** Where a channel posts its notifications, and the secret that signs them. */
function ownSender(name: string, address?: string, secret?: string) {
  if (address === undefined) return undefined;
  // Without the address: it may hold a password.
  const url = parseHttpUrl(address);
  if (typeof url === 'string') throw new StartupError(`${name} ${url}`);
  if (secret === undefined) throw new StartupError(`WEBHOOK_SECRET is required with ${name}`);
  return { url: url.href, secret };
}

function refuseBoth(name: string, one: unknown, other: string, two: unknown): void {
  if (one === undefined || two === undefined) return;
  throw new StartupError(`${name} and ${other} are two senders of one channel: set one of them`);
}

function smtpOf(url?: string, from?: string) {
  if (url === undefined) return undefined;
  if (from === undefined) throw new StartupError('SMTP_FROM is required with SMTP_URL');
  return { url, from };
}

function vapidOf(subject?: string, publicKey?: string, privateKey?: string): Vapid | undefined {
  if (subject === undefined && publicKey === undefined && privateKey === undefined) {
    return undefined;
  }
  if (subject === undefined || publicKey === undefined || privateKey === undefined) {
    throw new StartupError(
      'VAPID_SUBJECT, VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are needed together, or none of them',
    );
  }
  const vapid = { subject, publicKey, privateKey };
  try {
    checkVapid(vapid);
  } catch (error) {
    throw new StartupError(`VAPID_*: ${(error as Error).message}`);
  }
  return vapid;
}
