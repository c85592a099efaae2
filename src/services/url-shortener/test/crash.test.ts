/** The real process, killed under load: everything that it acknowledged is there afterwards. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { post, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder } from '#kit/testing/testing.ts';
import { browser } from './fixtures.ts';

const headers = { 'user-agent': browser };

async function start(t: TestContext, env: Environment) {
  const { addresses, end } = await startProcess(t, ['url-shortener'], env);
  const address = addresses['url-shortener']!;
  return {
    end,
    shorten: (body: object) => post(address, '/shorten', body),
    /** Undefined when the process is gone. */
    follow: (code: string) =>
      fetch(`${address}/${code}`, { redirect: 'manual', headers }).catch(() => undefined),
    admin: async (path: string) => {
      // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
      return (await (await fetch(`${addresses['console']}/admin/links/${path}`)).json()) as any;
    },
  };
}

describe('URL shortener, killed under load', () => {
  const stores = [
    { name: 'SQLite', skip: false, env: {} },
    { name: 'PostgreSQL', skip: missing('postgres'), env: { DATABASE_URL: servers.postgres } },
  ];
  for (const { name, skip, env } of stores) {
    it(`keeps every acknowledged code, on ${name}`, { skip }, async (t) => {
      const full = { DATA_DIR: temporaryFolder(), ...env };
      const first = await start(t, full);
      const codes = new Map<string, string>();
      const clients = Array.from({ length: 16 }, async (_, client) => {
        for (let n = 0; ; n++) {
          const url = `https://example.com/${client}/${n}`;
          const answer = await first.shorten({ url }).catch(() => undefined);
          if (answer === undefined) return; // the process is gone
          if (answer.status === 503) continue; // PostgreSQL was slow
          assert.equal(answer.status, 201);
          codes.set(answer.data.code, url);
          if (codes.size === 500) void first.end('SIGKILL');
        }
      });
      await Promise.all(clients);
      await first.end('SIGKILL');
      const second = await start(t, full);
      for (const [code, url] of codes) {
        const answer = await second.follow(code);
        assert.deepEqual([answer?.status, answer?.headers.get('location')], [302, url]);
      }
    });

    it(
      `has counted every acknowledged redirect of a link with a limit, on ${name}`,
      { skip },
      async (t) => {
        const full = { DATA_DIR: temporaryFolder(), ...env };
        const max_clicks = 600;
        const first = await start(t, full);
        const { data } = await first.shorten({ url: 'https://example.com/', max_clicks });
        let redirected = 0;
        /** Sent, and not answered with a redirect. */
        let unknown = 0;
        const clients = Array.from({ length: 16 }, async () => {
          for (;;) {
            const answer = await first.follow(data.code);
            if (answer?.status !== 302) unknown++;
            if (answer === undefined) return; // the process is gone
            if (answer.status === 503) continue; // PostgreSQL was slow
            assert.equal(answer.status, 302);
            if (++redirected === 300) void first.end('SIGKILL');
          }
        });
        await Promise.all(clients);
        await first.end('SIGKILL');
        assert.ok(redirected >= 300 && redirected < max_clicks);

        const second = await start(t, full);
        const { clicks } = await second.admin(data.code);
        // Beside those that were answered there may be those that were under way.
        assert.ok(clicks >= redirected && clicks <= redirected + unknown, `${clicks}`);
        let more = 0;
        while ((await second.follow(data.code))!.status === 302) more++;
        assert.equal(clicks + more, max_clicks);
        assert.equal((await second.follow(data.code))!.status, 410);
      },
    );

    it(
      `loses no click that was recorded, and counts none twice, on ${name}`,
      { skip },
      async (t) => {
        const full = { DATA_DIR: temporaryFolder(), ...env };
        const first = await start(t, full);
        const { data } = await first.shorten({ url: 'https://example.com/' });
        const totalAt = async ({ admin }: typeof first) =>
          (await admin(`${data.code}/stats`)).total as number;
        for (let i = 0; i < 100; i++) assert.equal((await first.follow(data.code))!.status, 302);
        await eventually(async () => (await totalAt(first)) === 100);
        // These may be lost: they are less than a second old.
        let late = 0;
        while ((await first.follow(data.code))?.status === 302) {
          if (++late === 50) void first.end('SIGKILL');
        }
        await first.end('SIGKILL');
        const second = await start(t, full);
        const total = await totalAt(second);
        assert.ok(total >= 100 && total <= 100 + late + 1, `${total}`);
      },
    );

    it(`loses no click when it is stopped, on ${name}`, { skip }, async (t) => {
      const full = { DATA_DIR: temporaryFolder(), ...env };
      const first = await start(t, full);
      const { data } = await first.shorten({ url: 'https://example.com/' });
      for (let i = 0; i < 100; i++) assert.equal((await first.follow(data.code))!.status, 302);
      assert.equal(await first.end('SIGTERM'), 0);
      const { admin } = await start(t, full);
      assert.equal((await admin(`${data.code}/stats`)).total, 100);
      assert.equal((await admin(data.code)).clicks, 100);
    });
  }
});
