/** The real process, killed: units that Redis counted stay counted. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startProcess } from '#kit/testing/process.ts';
import { missing, servers, unique } from '#kit/testing/testing.ts';

const env = { RATE_LIMIT: '10', RATE_LIMIT_WINDOW_MS: '600000' };

describe('rate limiter, killed under load', () => {
  it(
    'on Redis, replicas together never let more than the limit pass',
    { skip: missing('redis') },
    async (t) => {
      const shared = { ...env, STORE_ADDR: servers.redis, RATE_LIMITER_PREFIX: unique('rl-') };
      const replicas = [
        await startProcess(t, ['rate-limiter'], shared),
        await startProcess(t, ['rate-limiter'], shared),
      ];
      let passed = 0;
      let refused = 0;
      const call = async (address: string) => {
        const answer = await fetch(`${address}/limited`).catch(() => undefined);
        if (answer?.status === 200) passed++;
        if (answer?.status === 429) refused++;
        return answer;
      };
      const [first, second] = replicas.map(({ addresses }) => addresses['rate-limiter']!);
      await Promise.all([
        ...Array.from({ length: 6 }, () => call(first!)),
        ...Array.from({ length: 6 }, () => call(second!)),
      ]);
      assert.deepEqual([passed, refused], [10, 2]);
      await replicas[0]!.end('SIGKILL');
      const third = await startProcess(t, ['rate-limiter'], shared);
      assert.equal((await call(third.addresses['rate-limiter']!))!.status, 429);
      assert.equal((await call(second!))!.status, 429);
    },
  );

  it('in memory it starts over', async (t) => {
    const first = await startProcess(t, ['rate-limiter'], env);
    const calls = Array.from({ length: 11 }, () =>
      fetch(`${first.addresses['rate-limiter']}/limited`),
    );
    const refused = (await Promise.all(calls)).filter(({ status }) => status === 429);
    assert.equal(refused.length, 1);
    await first.end('SIGKILL');
    const second = await startProcess(t, ['rate-limiter'], env);
    assert.equal((await fetch(`${second.addresses['rate-limiter']}/limited`)).status, 200);
  });
});
