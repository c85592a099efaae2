/** Digests, batches and schedules in the real process, killed in their midst: all come, and once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startProcess, type TestProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { Receiver } from './receiver.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Undefined when there was no answer. */
async function ask(process: TestProcess, path: string, body?: object) {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const init = body && { ...post, body: JSON.stringify(body) };
  try {
    const response = await fetch(`${process.addresses['notification']}${path}`, init);
    // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
    return { status: response.status, body: (await response.json()) as any };
  } catch {
    return undefined;
  }
}

const users = Array.from({ length: 300 }, (_, i) => `user-${i}`);
const message = { title: 'Sale', body: 'Tea' };

describe('notifications that go out later, killed under load', { concurrency: true }, () => {
  const stores = [
    { name: 'SQLite', skip: false, env: {} },
    { name: 'PostgreSQL', skip: missing('postgres'), env: { DATABASE_URL: servers.postgres } },
  ];
  for (const { name, skip, env } of stores) {
    const full = () => ({
      DATA_DIR: temporaryFolder(),
      NOTIFICATION_PREFIX: unique('crash'),
      WEBHOOK_SECRET: secret,
      ...env,
    });

    it(
      `a batch that was answered comes whole, and to each user once, on ${name}`,
      { skip },
      async (t) => {
        const env = full();
        const first = await startProcess(t, ['notification'], env);
        // Large enough that it is under way for a while.
        const body = 'x'.repeat(20_000);
        const bulk = { ...message, body, channel: 'in_app', user_ids: users };
        const begun = await ask(first, '/send/bulk', bulk);
        const { batch_id } = begun!.body;
        await first.end('SIGKILL');
        const second = await startProcess(t, ['notification'], env);
        const state = async () => (await ask(second, `/batches/${batch_id}`))!.body;
        const { counts: before } = await state();
        assert.equal((before.queued ?? 0) + (before.delivered ?? 0), 300);
        await eventually(async () => (await state()).counts.delivered === 300);
        for (const user of users) {
          const { total } = (await ask(second, `/notifications/count?user=${user}`))!.body;
          assert.equal(total, 1, user);
        }
      },
    );

    it(`a digest goes out once, with all that was answered, on ${name}`, { skip }, async (t) => {
      const receiver = new Receiver();
      await receiver.start();
      t.after(() => receiver.kill());
      const env = { ...full(), EMAIL_HTTP_URL: receiver.url };
      const first = await startProcess(t, ['notification'], env);
      const digest = { key: 'k', window_seconds: 10 };
      const joined = new Set<string>();
      let began = 0;
      const senders = Array.from({ length: 8 }, async (_, sender) => {
        for (let i = 0; ; i++) {
          const title = `${sender}-${i}`;
          began ||= Date.now();
          const answer = await ask(first, '/send', {
            ...message,
            title,
            user_id: 'ann',
            channel: 'email',
            digest,
          });
          if (answer === undefined) return;
          // Nothing was acknowledged: the digest is full, or a busy database took too long.
          if (answer.status === 409 || answer.status === 503) continue;
          assert.deepEqual([answer.status, answer.body.status], [201, 'digested']);
          joined.add(title);
        }
      });
      await eventually(() => joined.size >= 30);
      await first.end('SIGKILL');
      await Promise.all(senders);
      const second = await startProcess(t, ['notification'], env);
      await eventually(async () => (await receiver.received()).length > 0);
      assert.ok(Date.now() - began >= 10_000, 'not before its window ends');
      // One, unless all those joins took longer than a window.
      const digests = async () =>
        (await receiver.received()).map(
          ({ body }) => JSON.parse(body) as { id: string; items: { title: string }[] },
        );
      const titles = async () =>
        (await digests()).flatMap(({ items }) => items.map(({ title }) => title));
      await eventually(async () => joined.isSubsetOf(new Set(await titles())));
      for (const { id } of await digests()) {
        await eventually(
          async () =>
            (await ask(second, `/notifications/${id}/trace`))!.body.trace.at(-1).status === 'sent',
        );
      }
      const all = await titles();
      assert.equal(new Set(all).size, all.length);
      const ids = (await digests()).map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      assert.equal(await second.end('SIGTERM'), 0);
    });
  }
});
