/**
 * The real process, killed under load: all that it acknowledged is there, all that it began is
 * finished.
 */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { MailServer } from './mail-server.ts';

interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  readonly body: any;
}

/** Sends with a key of its own; undefined when there was no answer. */
async function send(address: string, key: string, payload: object): Promise<Answer | undefined> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const request = { method: 'POST', headers, body: JSON.stringify(payload) };
  try {
    const response = await fetch(`${address}/send`, request);
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}

/** Asks with one key, which is the address, until the mail was sent. */
async function sendUntilSent(address: string, to: string): Promise<Answer> {
  let answer: Answer | undefined;
  await eventually(async () => {
    answer = await send(address, to, email(to));
    return answer?.body.status === 'sent';
  });
  return answer!;
}

const inApp = (user: string) => ({ user_id: user, channel: 'in_app', title: 't', body: 'b' });
const email = (user: string) => ({ ...inApp(user), channel: 'email' });

describe('notifications, killed under load', { concurrency: true }, () => {
  const stores = [
    { name: 'SQLite', skip: false, env: {} },
    { name: 'PostgreSQL', skip: missing('postgres'), env: { DATABASE_URL: servers.postgres } },
  ];
  for (const { name, skip, env } of stores) {
    it(
      `nothing acknowledged is lost, nothing is sent twice at once, on ${name}`,
      { skip },
      async (t) => {
        const mail = new MailServer();
        await mail.start();
        t.after(() => mail.kill());
        const full = {
          DATA_DIR: temporaryFolder(),
          NOTIFICATION_PREFIX: unique('crash'),
          SMTP_URL: mail.url,
          SMTP_FROM: 'shop@example.com',
          NOTIFICATION_SEND_TIMEOUT_MS: '1000',
          ...env,
        };
        const first = await startProcess(t, ['notification'], full);
        const address = first.addresses['notification']!;

        const delivered = new Map<string, object>();
        const readers = Array.from({ length: 8 }, async (_, user) => {
          for (let n = 0; ; n++) {
            const answer = await send(address, `${user}-${n}`, inApp(`user-${user}`));
            if (answer === undefined) return;
            delivered.set(answer.body.id, answer.body);
          }
        });
        const asked = new Map<string, Answer | undefined>();
        const writers = Array.from({ length: 8 }, async (_, user) => {
          for (let n = 0; ; n++) {
            const to = `user-${user}-${n}@example.com`;
            asked.set(to, undefined);
            const answer = await send(address, to, email(to));
            if (answer === undefined) return;
            asked.set(to, answer);
          }
        });
        await eventually(() => mail.mails.length >= 40 && delivered.size >= 200);
        await mail.instruct({ kind: 'stall' });
        await eventually(() => mail.open >= 4);
        await first.end('SIGKILL');
        await Promise.all([...readers, ...writers]);
        const mailed = () => mail.mails.flatMap(({ to }) => to);
        for (const [to, answer] of asked) {
          if (answer?.body.status === 'sent') assert.ok(mailed().includes(to), to);
        }
        assert.ok([...asked.values()].includes(undefined), 'nothing was under way');

        await mail.instruct({ kind: 'accept' });
        const second = await startProcess(t, ['notification'], full);
        const again = second.addresses['notification']!;
        for (let user = 0; user < 8; user++) {
          const response = await fetch(`${again}/notifications?user=user-${user}`);
          const { notifications } = (await response.json()) as { notifications: { id: string }[] };
          for (const notification of notifications) {
            if (!delivered.has(notification.id)) continue;
            assert.deepEqual(notification, delivered.get(notification.id));
            delivered.delete(notification.id);
          }
        }
        assert.equal(delivered.size, 0);

        // Each client without an answer, or with a bad one, asks again: the same notification, sent
        // in the end.
        for (const [to, before] of asked) {
          const answer = await sendUntilSent(again, to);
          if (before) assert.deepEqual([answer.status, answer.body.id], [200, before.body.id]);
        }
        assert.deepEqual(new Set(mailed()), new Set(asked.keys()));
        for (const [to, answer] of asked) {
          const count = mailed().filter((each) => each === to).length;
          if (answer?.body.status === 'sent') assert.equal(count, 1, to);
        }
        assert.equal(mail.maxOpen, 1);
        assert.equal(await second.end('SIGTERM'), 0);
      },
    );
  }
});

test(
  'what a replica was sending when it was killed is sent by one that goes on',
  { skip: missing('postgres') },
  async (t) => {
    const mail = new MailServer();
    await mail.start();
    t.after(() => mail.kill());
    const env = {
      DATABASE_URL: servers.postgres,
      NOTIFICATION_PREFIX: unique('crash'),
      SMTP_URL: mail.url,
      SMTP_FROM: 'shop@example.com',
      // More than a mail takes on a busy machine: what is late is sent again.
      NOTIFICATION_SEND_TIMEOUT_MS: '5000',
    };
    const start = () => startProcess(t, ['notification'], { ...env, DATA_DIR: temporaryFolder() });
    const [first, second] = await Promise.all([start(), start()]);
    await mail.instruct({ kind: 'stall' });
    const recipients = Array.from({ length: 16 }, (_, i) => `user-${i}@example.com`);
    const answers = recipients.map((to) => send(first.addresses['notification']!, to, email(to)));
    await eventually(() => mail.open >= 4);
    await first.end('SIGKILL');
    await Promise.all(answers);
    await mail.instruct({ kind: 'accept' });
    const other = second.addresses['notification']!;
    for (const to of recipients) await sendUntilSent(other, to);
    const mailed = mail.mails.flatMap(({ to }) => to);
    assert.deepEqual(mailed.toSorted(), recipients.toSorted());
    assert.equal(mail.maxOpen, 1);
    assert.equal(await second.end('SIGTERM'), 0);
  },
);

describe('the process', () => {
  it('writes a line for each email and push while there is no server for them', async (t) => {
    const { addresses, output } = await startProcess(t, ['notification'], {
      DATA_DIR: temporaryFolder(),
    });
    const payload = { ...email('ann'), title: 'Hi "you"\n{}', body: 'confidential' };
    const ids = [];
    for (const channel of ['email', 'push', 'in_app']) {
      const answer = await send(addresses['notification']!, channel, { ...payload, channel });
      assert.equal(answer?.body.status, channel === 'in_app' ? 'delivered' : 'sent');
      ids.push(answer?.body.id);
    }
    await eventually(() => output().split('\n').length >= 5);
    const lines = output()
      .trim()
      .split('\n')
      .slice(2)
      .map((line) => JSON.parse(line));
    const shown = lines.map(({ id, channel, user_id, title }) => [id, channel, user_id, title]);
    assert.deepEqual(shown, [
      [ids[0], 'email', 'ann', payload.title],
      [ids[1], 'push', 'ann', payload.title],
    ]);
    assert.doesNotMatch(output(), /confidential/);
  });

  it('ends in time while a mail server says nothing, and sends the mail later', async (t) => {
    const mail = new MailServer();
    await mail.start();
    t.after(() => mail.kill());
    const env = {
      DATA_DIR: temporaryFolder(),
      SMTP_URL: mail.url,
      SMTP_FROM: 'shop@example.com',
    };
    const first = await startProcess(t, ['notification'], env);
    await mail.instruct({ kind: 'stall' });
    const began = mail.next('began');
    const answer = send(first.addresses['notification']!, 'key', email('ann@example.com'));
    await began;
    assert.equal(await first.end('SIGTERM'), 0);
    assert.equal((await answer)?.body.retrying, true);
    await mail.instruct({ kind: 'accept' });
    const accepted = mail.next('accepted');
    await startProcess(t, ['notification'], env);
    await accepted;
    assert.equal(mail.maxOpen, 1);
  });
});
