/** The real process, killed under load: everything that it acknowledged is there afterwards. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { post, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder } from '#kit/testing/testing.ts';
import { surviveEnd } from '#kit/testing/workload/killed.ts';
import { browser } from './fixtures.ts';
import { urlShortenerWorkload } from './workload.ts';

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
    it(
      `keeps every acknowledged code, and counts every redirect of a link with a limit, on ${name}`,
      { skip },
      async (t) => {
        const full = { DATA_DIR: temporaryFolder(), ...env };
        await surviveEnd(t, urlShortenerWorkload(), full, { acts: 600 });
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
