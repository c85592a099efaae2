import { Type } from 'typebox';
import {
  isLoopback,
  prefixVariable,
  readEnv,
  StartupError,
  type Common,
  type Environment,
} from '#kit/host/env.ts';
import { postgresOrSqlite } from '#kit/host/store-config.ts';
import { checkVapid, type Vapid } from './senders/push.ts';

export const Variables = Type.Object({
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://.',
      writeOnly: true,
      description:
        'mail server: smtp://user:password@host:port or smtps://…; without it, a log line',
    }),
  ),
  SMTP_FROM: Type.Optional(
    Type.String({ pattern: '@', description: 'sender of the emails: Shop <shop@example.com>' }),
  ),
  VAPID_SUBJECT: Type.Optional(
    Type.String({ description: 'whom push services turn to: mailto:… or https://…' }),
  ),
  VAPID_PUBLIC_KEY: Type.Optional(
    Type.String({ description: 'turns Web Push on, with the other VAPID_*; without, a log line' }),
  ),
  VAPID_PRIVATE_KEY: Type.Optional(
    Type.String({ writeOnly: true, description: 'as `npx web-push generate-vapid-keys` gives it' }),
  ),
  NOTIFICATION_MAX_ATTEMPTS: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 5,
    description: 'attempts before an email or push has failed for good',
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
  return {
    store: postgresOrSqlite('notification', values.NOTIFICATION_PREFIX, common),
    /** Undefined: emails are log lines. */
    smtp: smtpOf(values.SMTP_URL, values.SMTP_FROM),
    /** Undefined: pushes are log lines. */
    vapid: vapidOf(values.VAPID_SUBJECT, values.VAPID_PUBLIC_KEY, values.VAPID_PRIVATE_KEY),
    /** Whether pushes may go to the own network: only while nobody else can ask for one. */
    allowPrivateEndpoints: isLoopback(common.HOST),
    maxAttempts: values.NOTIFICATION_MAX_ATTEMPTS,
    /** Whether /send asks for the admin token: others could send mails through our server. */
    sendNeedsToken: values.SMTP_URL !== undefined && !isLoopback(common.HOST),
    /** Longest time of one attempt. */
    timeoutMs: values.NOTIFICATION_SEND_TIMEOUT_MS,
  };
}

function smtpOf(url?: string, from?: string) {
  if (url === undefined) return undefined;
  if (!URL.canParse(url)) throw new StartupError('SMTP_URL is not a URL');
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
