/** Emails, sent to a real server in another process. */
import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { storeUnavailable } from '#kit/web/problem.ts';
import type { OutboxOptions } from '../outbox/outbox.ts';
import { resultOfError, isAddress, smtpSender } from '../senders/smtp.ts';
import { MailServer } from './mail-server.ts';
import { backends } from '../store/contract/backends.ts';
import { endTimeOfNextAttempt, openReplica } from './fixtures.ts';

const from = 'Shop <shop@example.com>';
const email = { user_id: 'ann@example.com', channel: 'email', title: 'Hello', body: 'Your order' };
const key = { 'idempotency-key': 'key' };
const hour = 60 * 60 * 1000;

const header = (mail: string, name: string) =>
  new RegExp(`^${name}: (.*)\r\n`, 'm').exec(mail.split('\r\n\r\n')[0]! + '\r\n')?.[1];

const server = new MailServer();
before(() => server.start());
after(() => server.kill());

for (const { name, skip, open } of backends) {
  describe(`emails over SMTP, on ${name}`, { skip }, () => {
    async function setUp(t: TestContext, options: Partial<OutboxOptions> = {}) {
      await server.reset();
      const sender = smtpSender(server.url, from);
      const { first } = await open(t);
      return openReplica(t, first, { email: sender }, options);
    }

    test('a mail arrives once: 201 and sent', async (t) => {
      const { post, pass } = await setUp(t);
      const { status, body } = await post(email, key);
      assert.deepEqual([status, body.status], [201, 'sent']);
      assert.equal((await post(email, key)).status, 200);
      await pass(hour);
      await server.caughtUp();
      assert.equal(server.mails.length, 1);
      const [{ to, mail }] = server.mails as [(typeof server.mails)[0]];
      assert.deepEqual(to, ['ann@example.com']);
      assert.equal(header(mail, 'From'), from);
      assert.equal(header(mail, 'To'), 'ann@example.com');
      assert.equal(header(mail, 'Subject'), 'Hello');
      assert.equal(header(mail, 'Auto-Submitted'), 'auto-generated');
      assert.match(
        header(mail, 'Message-ID')!,
        new RegExp(`^<${body.id}\\.[0-9a-f]{16}@example.com>$`),
      );
      assert.match(mail, /\r\n\r\nYour order\r\n/);
    });

    test('a server that is busy is asked again, and the mail arrives once', async (t) => {
      const { post, pass } = await setUp(t);
      for (const stage of ['recipient', 'data'] as const) {
        await server.instruct({ kind: 'refuse', stage, code: 450, text: 'come back later' });
        const payload = { ...email, title: stage };
        const { body } = await post(payload, { 'idempotency-key': stage });
        assert.deepEqual([body.status, body.retrying], ['failed', true]);
        assert.equal(body.error, 'the mail server answered: 450 come back later');
        await pass(hour);
        await server.instruct({ kind: 'accept' });
        await pass(hour);
        await pass(hour);
        const now = await post(payload, { 'idempotency-key': stage });
        assert.deepEqual([now.body.status, now.body.error], ['sent', undefined]);
      }
      await server.caughtUp();
      assert.equal(server.attempts, 6);
      const subjects = server.mails.map(({ mail }) => header(mail, 'Subject'));
      assert.deepEqual(subjects, ['recipient', 'data']);
    });

    test('a server that stays busy: failed for good after the last attempt', async (t) => {
      const { post, pass, store, clock } = await setUp(t, { maxAttempts: 3 });
      await server.instruct({ kind: 'refuse', stage: 'data', code: 451, text: 'busy' });
      await post(email, key);
      for (let i = 0; i < 5; i++) await pass(hour);
      await server.caughtUp();
      assert.deepEqual([server.attempts, await store.pending(hour, clock())], [3, 0]);
      const { body } = await post(email, key);
      assert.deepEqual([body.status, body.retrying], ['failed', undefined]);
    });

    test('a server that refuses the mail is not asked again', async (t) => {
      const { post, pass } = await setUp(t);
      for (const stage of ['recipient', 'data'] as const) {
        await server.instruct({ kind: 'refuse', stage, code: 550, text: 'no such mailbox' });
        const { body } = await post({ ...email, title: stage });
        assert.deepEqual([body.status, body.retrying], ['failed', undefined]);
        assert.equal(body.error, 'the mail server answered: 550 no such mailbox');
      }
      await pass(hour);
      await server.caughtUp();
      assert.deepEqual([server.attempts, server.mails.length], [2, 0]);
    });

    test('a server that says nothing is left when the time is up, and asked again', async (t) => {
      const { post, pass } = await setUp(t, { timeoutMs: 1_000 });
      const endTime = endTimeOfNextAttempt(t, 1_000);
      await server.instruct({ kind: 'stall' });
      const began = server.next('began');
      const sent = post(email, key);
      await began;
      endTime();
      const { body } = await sent;
      assert.deepEqual([body.error, body.retrying], ['no result within 1000 ms', true]);
      // The connection is gone, not only forgotten.
      while (server.open > 0) await server.next('ended');
      await server.instruct({ kind: 'accept' });
      await pass(hour);
      assert.equal((await post(email, key)).body.status, 'sent');
      await server.caughtUp();
      assert.deepEqual([server.mails.length, server.maxOpen], [1, 1]);
    });

    test('a server that is killed gets its mails when it is back', async (t) => {
      const { post, pass } = await setUp(t);
      await server.kill();
      const { body } = await post(email, key);
      assert.deepEqual([body.status, body.retrying], ['failed', true]);
      assert.equal(body.error, 'the mail server cannot be used (ECONNREFUSED)');
      await server.start();
      await server.instruct({ kind: 'stall' });
      const began = server.next('began');
      const passing = pass(hour);
      await began;
      await server.kill();
      await passing;
      await server.start();
      await pass(hour);
      assert.equal((await post(email, key)).body.status, 'sent');
      await server.caughtUp();
      assert.equal(server.mails.length, 1);
    });

    test('a repetition has the same Message-ID, so that a mailbox can drop it', async (t) => {
      const { post, pass, store } = await setUp(t);
      const settle = t.mock.method(store, 'settle', () => Promise.reject(storeUnavailable()));
      assert.equal((await post(email, key)).status, 503);
      settle.mock.restore();
      await pass(hour);
      await post(email);
      await server.caughtUp();
      const [first, repeated, other] = server.mails.map(({ mail }) => header(mail, 'Message-ID'));
      assert.equal(first, repeated);
      assert.ok(other !== undefined && other !== first);
    });
  });

  describe(`an email, on ${name}`, { skip }, () => {
    async function sent(t: TestContext, payload: object) {
      await server.reset();
      const { first } = await open(t);
      const { post } = await openReplica(t, first, { email: smtpSender(server.url, from) });
      const { body } = await post({ ...email, ...payload });
      return body;
    }

    test('goes to `address` when there is one', async (t) => {
      const body = await sent(t, { user_id: 'ann', address: 'ann+1@example.com' });
      assert.equal(body.status, 'sent');
      await server.caughtUp();
      assert.deepEqual(server.mails[0]?.to, ['ann+1@example.com']);
    });

    test('to a user without an address has failed, and no server is asked', async (t) => {
      const body = await sent(t, { user_id: 'ann' });
      assert.deepEqual([body.status, body.retrying], ['failed', undefined]);
      assert.equal(body.error, 'the user has no email address');
      await server.caughtUp();
      assert.equal(server.attempts, 0);
    });

    test('has no headers but ours, whatever its title says', async (t) => {
      const title = 'Hello\r\nBcc: eve@example.com\r\n\r\nother text\n.\r\n';
      await sent(t, { title, body: 'Body\r\n.\r\nMAIL FROM:<eve@example.com>' });
      await server.caughtUp();
      const [{ to, mail }] = server.mails as [(typeof server.mails)[0]];
      assert.deepEqual(to, ['ann@example.com']);
      assert.equal(server.mails.length, 1);
      assert.equal(header(mail, 'Bcc'), undefined);
      assert.match(header(mail, 'Subject')!, /^Hello/);
      assert.match(mail, /MAIL FROM:<eve@example\.com>/);
    });

    test('carries any text', async (t) => {
      await sent(t, { title: 'Grüße 😀', body: 'Zwölf Boxkämpfer 😀' });
      await server.caughtUp();
      const { mail } = server.mails[0]!;
      const [, subject] = /^=\?UTF-8\?B\?(.*)\?=$/.exec(header(mail, 'Subject')!) ?? [];
      assert.equal(Buffer.from(subject!, 'base64').toString(), 'Grüße 😀');
      const text = mail.slice(mail.indexOf('\r\n\r\n'));
      const decoded = /base64/.test(mail)
        ? Buffer.from(text, 'base64').toString()
        : decodeURIComponent(text.replaceAll('=\r\n', '').replaceAll('=', '%'));
      assert.match(decoded, /Zwölf Boxkämpfer 😀/);
    });
  });
}

test('a mail that the mailer itself objects to has failed for good, and says so', () => {
  for (const code of ['EENVELOPE', 'EMESSAGE']) {
    const error = Object.assign(new Error('Invalid recipient'), { code });
    assert.deepEqual(resultOfError(error), {
      kind: 'permanent-failure',
      error: 'Invalid recipient',
    });
  }
});

test("an error that is neither the mailer's nor the network's is a defect", () => {
  assert.throws(() => resultOfError(new TypeError('ours')), TypeError);
});

test('an address is one mailbox, and nothing that could be two or a header', () => {
  for (const good of ['a@b', 'ann.lee+x@example.com', "o'hara@example.com", 'müller@example.com']) {
    assert.ok(isAddress(good), good);
  }
  for (const bad of [
    '',
    'ann',
    '@b',
    'a@',
    'a@b@c',
    'a b@c',
    'a@b,c@d',
    'a@b;c@d',
    'A <a@b>',
    '"a"@b',
    'a@b\r\nRCPT TO:<c@d>',
    'a@b\n',
    'group:a@b;',
    `${'a'.repeat(65)}@b`,
  ]) {
    assert.ok(!isAddress(bad), bad);
  }
});
