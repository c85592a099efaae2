/** The real process, killed under load: everything that it acknowledged is there afterwards. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { post, privateRedis, startProcess, type TestProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { surviveEnd } from '#kit/testing/workload/killed.ts';
import { autocompleteWorkload } from './workload.ts';

const name = 'autocomplete';

async function frequencies(address: string, q: string, more = ''): Promise<Map<string, number>> {
  const response = await fetch(`${address}/autocomplete?q=${q}&limit=0${more}`);
  const { data } = (await response.json()) as {
    data: { results: { term: string; freq: number }[] };
  };
  return new Map(data.results.map(({ term, freq }) => [term, freq]));
}

/** While the clients go on: an index is made, another one is deleted, and the process is killed. */
async function killAfterDeletion({ addresses, end }: TestProcess) {
  const address = addresses[name]!;
  const many = Array.from({ length: 3_000 }, (_, i) => `gone-${i}`);
  assert.equal((await post(address, '/train/bulk?index=gone', { terms: many })).status, 200);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ half_life_hours: 1_000_000 });
  const made = await fetch(`${address}/admin/indexes/slow`, { method: 'PUT', headers, body });
  assert.equal(made.status, 200);
  const deleted = await fetch(`${address}/admin/indexes/gone`, { method: 'DELETE' });
  assert.equal(deleted.status, 200);
  await end('SIGKILL');
  return {};
}

describe('autocomplete, killed under load', () => {
  const stores = [
    { on: 'SQLite', skip: false, env: () => ({}) },
    {
      on: 'Redis',
      skip: missing('redis'),
      env: () => ({ STORE_ADDR: servers.redis, AUTOCOMPLETE_PREFIX: unique('crash') }),
    },
  ];
  for (const { on, skip, env } of stores) {
    it(
      `keeps every acknowledged training and act of operators, and none twice, on ${on}`,
      { skip },
      async (t) => {
        const full = { DATA_DIR: temporaryFolder(), ...env() };
        const workload = autocompleteWorkload();
        const ending = { acts: 900, end: killAfterDeletion };
        const { addresses } = await surviveEnd(t, workload, full, ending);
        const address = addresses[name]!;
        const preloaded = await frequencies(address, 'd');
        assert.deepEqual([...preloaded.values()], [1, 1, 1, 1, 1, 1]);
        const { indexes } = (await (await fetch(`${address}/admin/indexes`)).json()) as {
          indexes: { name: string; half_life_hours: number }[];
        };
        assert.deepEqual(
          indexes.map((index) => [index.name, index.half_life_hours]),
          [
            ['default', 0],
            ['slow', 1_000_000],
          ],
        );
        assert.equal((await frequencies(address, 'gone', '&index=gone')).size, 0);
      },
    );
  }
});

describe('autocomplete on two replicas whose Redis is killed', { skip: missing('redis') }, () => {
  it('keeps what was acknowledged, and shares training again', async (t) => {
    const redis = await privateRedis(t);
    const env = { STORE_ADDR: `127.0.0.1:${redis.port}` };
    const start = () => startProcess(t, [name], env);
    const [one, other] = (await Promise.all([start(), start()])).map(
      ({ addresses }) => addresses[name]!,
    ) as [string, string];
    assert.equal((await post(one, '/train', { term: 'tea' })).status, 200);
    await redis.kill();
    assert.equal((await post(one, '/train', { term: 'tea' })).status, 503);
    assert.equal((await frequencies(one, 'tea')).get('tea'), 1);
    await redis.start();
    await eventually(async () => (await post(one, '/train', { term: 'tea' })).status === 200);
    await eventually(async () => (await frequencies(other, 'tea')).get('tea') === 2);
    assert.equal((await frequencies(one, 'tea')).get('tea'), 2);
  });
});
