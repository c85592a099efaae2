import assert from 'node:assert/strict';
import { test } from 'node:test';
import webpush from 'web-push';
import { CommonVariables, readEnv, StartupError, type Environment } from '#kit/host/env.ts';
import { readConfig } from './config.ts';

const config = (env: Environment) => readConfig(env, readEnv(CommonVariables, env));

test('without variables: SQLite in the data folder, log lines for email and push', () => {
  assert.deepEqual(config({}), {
    store: { kind: 'sqlite', file: 'data/notification.db' },
    smtp: undefined,
    vapid: undefined,
    allowPrivateEndpoints: true,
    sendNeedsToken: false,
    maxAttempts: 5,
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
  const { publicKey, privateKey } = webpush.generateVAPIDKeys();
  const env = {
    VAPID_SUBJECT: 'mailto:shop@example.com',
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
  };
  assert.deepEqual(config(env).vapid, { subject: env.VAPID_SUBJECT, publicKey, privateKey });
  for (const name of Object.keys(env)) {
    assert.throws(() => config({ ...env, [name]: undefined }), /are needed together/);
    assert.throws(() => config({ ...env, [name]: 'x' }), StartupError);
  }
});

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
