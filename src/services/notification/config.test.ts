import assert from 'node:assert/strict';
import { test } from 'node:test';
import webpush from 'web-push';
import { readCommon, type Environment } from '#kit/host/env.ts';
import { StartupError } from '#kit/base/startup-error.ts';
import { readConfig } from './config.ts';

const config = (env: Environment) => readConfig(env, readCommon(env));

test('without variables: SQLite in the data folder, log lines for email and push', () => {
  assert.deepEqual(config({}), {
    store: { kind: 'sqlite', file: 'data/notification.db' },
    smtp: undefined,
    vapid: undefined,
    emailHttp: undefined,
    pushHttp: undefined,
    allowPrivateEndpoints: true,
    sendNeedsToken: false,
    retentionMs: undefined,
    maxAttempts: 100,
    retryMs: 24 * 60 * 60 * 1000,
    timeoutMs: 10_000,
  });
});

test('DATABASE_URL moves everything to PostgreSQL', () => {
  const url = 'postgres://db.example/hawker';
  const store = { kind: 'postgres', url, deployment: 'notification' };
  assert.deepEqual(config({ DATABASE_URL: url }).store, store);
});

test('SMTP_URL turns email on, and needs SMTP_FROM', () => {
  const SMTP_URL = 'smtps://user:secret@mail.example:465';
  const SMTP_FROM = 'Shop <shop@example.com>';
  assert.deepEqual(config({ SMTP_URL, SMTP_FROM }).smtp, { url: SMTP_URL, from: SMTP_FROM });
  assert.throws(() => config({ SMTP_URL }), /^Error: SMTP_FROM is required with SMTP_URL$/);
  for (const wrong of ['mail.example', 'http://mail.example', 'smtp://:secret@']) {
    assert.throws(
      () => config({ SMTP_URL: wrong, SMTP_FROM }),
      (error: Error) => error instanceof StartupError && !error.message.includes('secret'),
    );
  }
});

test('VAPID_* turn push on, all three together, if they are valid', () => {
  const env = vapidVariables();
  const { vapid } = config(env);
  assert.deepEqual(Object.values(vapid!), Object.values(env));
  for (const name of Object.keys(env)) {
    assert.throws(() => config({ ...env, [name]: undefined }), /are needed together/);
    assert.throws(() => config({ ...env, [name]: 'x' }), StartupError);
  }
});

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

test('senders of the operator need WEBHOOK_SECRET, and are the only ones of their channel', () => {
  const url = 'http://10.0.0.7:9000/mails?key=hidden';
  for (const [name, member, other] of [
    ['EMAIL_HTTP_URL', 'emailHttp', { SMTP_URL: 'smtp://mail.example', SMTP_FROM: 'a@b.example' }],
    ['PUSH_HTTP_URL', 'pushHttp', vapidVariables()],
  ] as const) {
    const own = { [name]: url, WEBHOOK_SECRET: secret };
    assert.deepEqual(config(own)[member], { url, secret });
    assert.equal(config({ ...own, HOST: '0.0.0.0' }).sendNeedsToken, true);
    const message = new RegExp(`^Error: WEBHOOK_SECRET is required with ${name}$`);
    assert.throws(() => config({ [name]: url }), message);
    assert.throws(() => config({ ...own, ...other }), /are two senders of one channel/);
    for (const wrong of ['mail', 'ftp://hidden@h/', 'http://hidden:x@h/', 'http://']) {
      const isClear = (error: Error) =>
        error instanceof StartupError &&
        error.message.startsWith(name) &&
        !/hidden/.test(error.message);
      assert.throws(() => config({ ...own, [name]: wrong }), isClear);
    }
    assert.throws(
      () => config({ ...own, WEBHOOK_SECRET: 'whsec_hidden' }),
      /^Error: WEBHOOK_SECRET (?!.*hidden)/,
    );
  }
});

test('inboxes keep everything, or what is younger than so many days', () => {
  assert.equal(config({ NOTIFICATION_RETENTION_DAYS: '2' }).retentionMs, 2 * 86_400_000);
  assert.equal(config({ NOTIFICATION_RETENTION_DAYS: '0' }).retentionMs, undefined);
  assert.throws(() => config({ NOTIFICATION_RETENTION_DAYS: '-1' }), /NOTIFICATION_RETENTION_DAYS/);
});

function vapidVariables() {
  const { publicKey, privateKey } = webpush.generateVAPIDKeys();
  const subject = 'mailto:shop@example.com';
  return {
    VAPID_SUBJECT: subject,
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
  };
}

test('a service that others can reach counts as such', () => {
  const open = { HOST: '0.0.0.0' };
  assert.equal(config(open).allowPrivateEndpoints, false);
  const mail = { SMTP_URL: 'smtp://mail.example', SMTP_FROM: 'shop@example.com' };
  assert.equal(config(mail).sendNeedsToken, false);
  assert.equal(config(open).sendNeedsToken, false);
  assert.equal(config({ ...open, ...mail }).sendNeedsToken, true);
});

test('attempts and their time have bounds', () => {
  const wrong = { NOTIFICATION_MAX_ATTEMPTS: '0', NOTIFICATION_SEND_TIMEOUT_MS: '60001' };
  for (const [name, value] of Object.entries(wrong)) {
    assert.throws(() => config({ [name]: value }), new RegExp(name));
  }
});
