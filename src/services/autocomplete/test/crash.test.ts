/** The real process, killed under load: what it acknowledged is there afterwards. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { post, privateRedis, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';

const name = 'autocomplete';

async function frequencies(address: string, q: string, more = ''): Promise<Map<string, number>> {
  const response = await fetch(`${address}/autocomplete?q=${q}&limit=0${more}`);
  const { data } = (await response.json()) as {
    data: { results: { term: string; freq: number }[] };
  };
  return new Map(data.results.map(({ term, freq }) => [term, freq]));
}

const add = (counts: Map<string, number>, term: string) =>
  counts.set(term, (counts.get(term) ?? 0) + 1);

type Act = readonly [method: string, path: string, body?: object];

async function operate(address: string, ...[method, path, body]: Act) {
  const headers = { 'content-type': 'application/json' };
  const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
  const response = await fetch(`${address}${path}`, init);
  await response.arrayBuffer();
  return response;
}

/** What an operator does to a term of its own, again and again, and what is answered of it then. */
const round: { visible: number; ask: (term: string) => Act }[] = [
  { visible: 7, ask: (term: string) => ['PUT', `/admin/terms/${term}`, { freq: 7 }] },
  { visible: 0, ask: (term: string) => ['PUT', `/admin/blocked/${term}`] },
  { visible: 0, ask: (term: string) => ['PUT', `/admin/terms/${term}`, { freq: 2 }] },
  { visible: 2, ask: (term: string) => ['DELETE', `/admin/blocked/${term}`] },
  { visible: 0, ask: (term: string) => ['DELETE', `/admin/terms/${term}`] },
];

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
    it(`counts every acknowledged training, and none twice, on ${on}`, { skip }, async (t) => {
      const full = { DATA_DIR: temporaryFolder(), ...env() };
      const first = await startProcess(t, [name], full);
      const address = first.addresses[name]!;
      const sent = new Map<string, number>();
      const acknowledged = new Map<string, number>();
      let answered = 0;
      const clients = Array.from({ length: 16 }, async (_, client) => {
        for (let n = 0; ; n++) {
          const terms = [`tea`, `t${(client + n) % 20}`, `t${client}-${n}`];
          const isBulk = n % 2 === 0;
          const list = isBulk ? terms : terms.slice(1, 2);
          for (const term of list) add(sent, term);
          const request = isBulk
            ? post(address, '/train/bulk', { terms: list })
            : post(address, '/train', { term: list[0] });
          const answer = await request.catch(() => undefined);
          if (answer === undefined) return; // the process is gone
          if (answer.status === 503) continue; // Redis was slow: unknown
          assert.equal(answer.status, 200);
          for (const term of list) add(acknowledged, term);
          if (++answered === 600) void first.end('SIGKILL');
        }
      });
      await Promise.all(clients);
      await first.end('SIGKILL');
      const second = await startProcess(t, [name], full);
      const kept = await frequencies(second.addresses[name]!, 't');
      assert.ok(acknowledged.size > 300);
      for (const [term, count] of acknowledged) {
        assert.ok((kept.get(term) ?? 0) >= count, `${term}: ${kept.get(term)} < ${count}`);
      }
      for (const [term, freq] of kept) assert.ok(freq <= sent.get(term)!, `${term}: ${freq}`);
      const preloaded = await frequencies(second.addresses[name]!, 'd');
      assert.deepEqual([...preloaded.values()], [1, 1, 1, 1, 1, 1]);
    });

    it(`keeps every acknowledged act of operators on ${on}`, { skip }, async (t) => {
      const full = { DATA_DIR: temporaryFolder(), ...env() };
      const first = await startProcess(t, [name], full);
      const address = first.addresses[name]!;
      const many = Array.from({ length: 3_000 }, (_, i) => `gone-${i}`);
      await post(address, '/train/bulk?index=gone', { terms: many });
      await operate(address, 'PUT', '/admin/indexes/slow', { half_life_hours: 1_000_000 });
      let answered = 0;
      const steps = Array.from({ length: 8 }, () => 0);
      const operators = steps.map(async (_, i) => {
        for (; ; steps[i]!++) {
          const request = round[steps[i]! % round.length]!.ask(`op${i}`);
          const answer = await operate(address, ...request).catch(() => undefined);
          if (answer?.status !== 200) return;
          if (++answered !== 200) continue;
          assert.equal((await operate(address, 'DELETE', '/admin/indexes/gone')).status, 200);
          void first.end('SIGKILL');
        }
      });
      await Promise.all(operators);
      await first.end('SIGKILL');
      const second = (await startProcess(t, [name], full)).addresses[name]!;
      const kept = await frequencies(second, 'op');
      for (const [i, done] of steps.entries()) {
        // The last one was not answered: it may have happened or not.
        const visible = [done - 1, done].map((n) => (n < 0 ? 0 : round[n % round.length]!.visible));
        assert.ok(visible.includes(kept.get(`op${i}`) ?? 0), `op${i}: ${kept.get(`op${i}`)}`);
      }
      const { indexes } = (await (await fetch(`${second}/admin/indexes`)).json()) as {
        indexes: { name: string; half_life_hours: number }[];
      };
      assert.deepEqual(
        indexes.map((index) => [index.name, index.half_life_hours]),
        [
          ['default', 0],
          ['slow', 1_000_000],
        ],
      );
      assert.equal((await frequencies(second, 'gone', '&index=gone')).size, 0);
    });
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
