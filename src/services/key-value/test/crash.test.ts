/** The real process, killed under load and in the middle of a change of the ring. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { post, startProcess } from '#kit/testing/process.ts';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import type { Environment } from '#kit/host/env.ts';

const stores = [
  { name: 'SQLite', skip: false, env: () => ({ DATA_DIR: temporaryFolder() }) },
  {
    name: 'Redis',
    skip: missing('redis'),
    env: () => ({ STORE_ADDR: servers.redis, KEY_VALUE_PREFIX: unique('kv-') }),
  },
];

/** What may be the value of a key: what was acknowledged last, or what was under way. */
type Expected = Map<string, (string | undefined)[]>;

async function start(t: TestContext, env: Environment) {
  const { addresses, end } = await startProcess(t, ['key-value'], env);
  return { address: addresses['key-value']!, consoleAddress: addresses['console']!, end };
}

/** Each client writes to keys of its own until the process is gone. */
function load(address: string, expected: Expected, onAnswer: (answers: number) => void) {
  let answers = 0;
  return Promise.all(
    Array.from({ length: 16 }, async (_, client) => {
      for (let n = 0; ; n++) {
        const key = `${client}-${n % 40}`;
        const value = n % 5 === 4 ? undefined : `${client} ${n}`;
        const before = expected.get(key)?.at(-1);
        expected.set(key, [before, value]);
        const method = value === undefined ? 'DELETE' : 'PUT';
        const answer = await fetch(`${address}/${key}`, { method, body: value ?? null }).catch(
          () => undefined,
        );
        if (answer?.status !== 200) return;
        await answer.text();
        expected.set(key, [value]);
        onAnswer(++answers);
      }
    }),
  );
}

/** Begins a change and kills the process while keys move; false when it came too late. */
async function killDuringChange(
  { consoleAddress, end }: Awaited<ReturnType<typeof start>>,
  nodes: string[],
): Promise<boolean> {
  const isChanging = async () => {
    const view = await (await fetch(`${consoleAddress}/admin/ring`)).json();
    return (view as { changing: boolean }).changing;
  };
  const change = { isOver: false };
  void post(consoleAddress, '/admin/ring', { nodes }).then(
    () => (change.isOver = true),
    () => {},
  );
  while (!change.isOver && !(await isChanging()));
  const inTime = !change.isOver;
  await end('SIGKILL');
  return inTime;
}

async function expectValues(address: string, expected: Expected): Promise<void> {
  for (const [key, values] of expected) {
    const answer = await fetch(`${address}/${key}`);
    const { data } = (await answer.json()) as { data?: { value: string } };
    assert.ok(values.includes(data?.value), `${key}: ${data?.value} instead of ${values}`);
  }
}

for (const { name, skip, env } of stores) {
  describe(`key-value store on ${name}, killed`, { skip }, () => {
    it('keeps every acknowledged value', async (t) => {
      const own = { KV_NODES: 'a,b,c', ...env() };
      const first = await start(t, own);
      const expected: Expected = new Map();
      await load(first.address, expected, (answers) => {
        if (answers === 1_500) void first.end('SIGKILL');
      });
      const second = await start(t, own);
      assert.ok(expected.size > 500);
      await expectValues(second.address, expected);
    });

    it('keeps every acknowledged value in the middle of a change of the ring', async (t) => {
      const own = { KV_NODES: 'a,b', ...env() };
      const first = await start(t, own);
      const expected: Expected = new Map();
      let interrupted: Promise<boolean> | undefined;
      await load(first.address, expected, (answers) => {
        if (answers === 1_000) interrupted = killDuringChange(first, ['b', 'c', 'd']);
      });
      assert.ok(await interrupted, 'the change had ended before');
      const second = await start(t, { ...own, KV_NODES: 'b,c,d' });
      await expectValues(second.address, expected);
      const ring = await (await fetch(`${second.consoleAddress}/admin/ring`)).json();
      assert.equal((ring as { changing: boolean }).changing, false);
    });

    it('loses nothing when it is asked to stop', async (t) => {
      const own = { KV_NODES: 'a,b,c', ...env() };
      const first = await start(t, own);
      const expected: Expected = new Map();
      await load(first.address, expected, (answers) => {
        if (answers === 500) void first.end('SIGTERM');
      });
      assert.equal(await first.end('SIGTERM'), 0);
      const second = await start(t, own);
      await expectValues(second.address, expected);
    });
  });
}
