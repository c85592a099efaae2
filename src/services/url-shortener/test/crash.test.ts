/** The real process, killed under load: what it acknowledged is there afterwards. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { post, startProcess } from '#kit/testing/process.ts';
import { missing, servers, temporaryFolder } from '#kit/testing/testing.ts';

describe('URL shortener, killed under load', () => {
  const stores = [
    { name: 'SQLite', skip: false, env: {} },
    { name: 'PostgreSQL', skip: missing('postgres'), env: { DATABASE_URL: servers.postgres } },
  ];
  for (const { name, skip, env } of stores) {
    it(`keeps every acknowledged code, on ${name}`, { skip }, async (t) => {
      const full = { DATA_DIR: temporaryFolder(), ...env };
      const first = await startProcess(t, ['url-shortener'], full);
      const codes = new Map<string, string>();
      const clients = Array.from({ length: 16 }, async (_, client) => {
        for (let n = 0; ; n++) {
          const url = `https://example.com/${client}/${n}`;
          const answer = await post(first.addresses['url-shortener']!, '/shorten', { url }).catch(
            () => undefined,
          );
          if (answer?.status !== 201) return;
          codes.set(answer.data.code, url);
          if (codes.size === 500) void first.end('SIGKILL');
        }
      });
      await Promise.all(clients);
      await first.end('SIGKILL');
      const second = await startProcess(t, ['url-shortener'], full);
      for (const [code, url] of codes) {
        const answer = await fetch(`${second.addresses['url-shortener']}/${code}`, {
          redirect: 'manual',
        });
        assert.deepEqual([answer.status, answer.headers.get('location')], [302, url]);
      }
    });
  }
});
