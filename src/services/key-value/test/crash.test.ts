/** The real process, killed under load and in the middle of a change of the ring. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { post, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
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
type Expected = Map<string, (Written | undefined)[]>;

interface Written {
  readonly value: string;
  /** Undefined while it is under way. */
  readonly etag: string | null | undefined;
  readonly expires: boolean;
}

async function start(t: TestContext, env: Environment) {
  const { addresses, end } = await startProcess(t, ['key-value'], env);
  return { address: addresses['key-value']!, consoleAddress: addresses['console']!, end };
}

/**
 * Each client writes to keys of its own until the process is gone, and counts in one of them: each
 * number only if the one before it is there.
 */
function load(address: string, expected: Expected, onAnswer: (answers: number) => void) {
  let answers = 0;
  return Promise.all(
    Array.from({ length: 16 }, async (_, client) => {
      for (let n = 0; ; n++) {
        const key = n % 4 === 1 ? `counter-${client}` : `${client}-${n % 40}`;
        const before = expected.get(key)?.at(-1);
        const expires = n % 3 === 0;
        const written =
          n % 5 === 4 ? undefined : { value: `${client} ${n}`, etag: undefined, expires };
        expected.set(key, [before, written]);
        const condition = before ? { 'if-match': before.etag! } : { 'if-none-match': '*' };
        const answer = await fetch(`${address}/${key}`, {
          method: written ? 'PUT' : 'DELETE',
          body: written?.value ?? null,
          headers: {
            ...(key.startsWith('counter') && condition),
            ...(expires && { ttl: '3600' }),
          } as Record<string, string>,
        }).catch(() => undefined);
        assert.notEqual(answer?.status, 412, 'a condition on what was acknowledged is not met');
        if (answer?.status !== 200) return;
        await answer.text();
        expected.set(key, [written && { ...written, etag: answer.headers.get('etag') }]);
        onAnswer(++answers);
      }
    }),
  );
}

/**
 * Changes the ring from one to the next of these lists of nodes, until it was killed while keys
 * moved; that change's nodes.
 */
async function killDuringChange(
  { consoleAddress, end }: Awaited<ReturnType<typeof start>>,
  rings: readonly string[][],
): Promise<string[]> {
  const isChanging = async () => {
    const view = await (await fetch(`${consoleAddress}/admin/ring`)).json();
    return (view as { changing: boolean }).changing;
  };
  for (let i = 0; ; i++) {
    const nodes = rings[i % rings.length]!;
    const change = { isOver: false };
    void post(consoleAddress, '/admin/ring', { nodes }).then(
      () => (change.isOver = true),
      () => {},
    );
    await eventually(async () => change.isOver || (await isChanging()));
    if (change.isOver) continue;
    await end('SIGKILL');
    return nodes;
  }
}

/** Each key has what it may have, and the list tells exactly the keys that have something. */
async function expectValues(address: string, expected: Expected): Promise<void> {
  const sizes = new Map<string, number>();
  for (const [key, all] of expected) {
    const answer = await fetch(`${address}/${key}`);
    const { data } = (await answer.json()) as { data?: { value: string } };
    const found = all.findLast((one) => one?.value === data?.value);
    assert.ok(all.includes(found), `${key}: ${data?.value}`);
    if (found === undefined) continue;
    sizes.set(key, found.value.length);
    assert.equal(answer.headers.has('ttl'), found.expires, key);
    if (found.etag !== undefined) assert.equal(answer.headers.get('etag'), found.etag);
  }
  assert.deepEqual(await listedSizes(address), sizes);
}

async function listedSizes(address: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const answer = await fetch(`${address}/?limit=1000${query}`);
    const { data } = (await answer.json()) as {
      data: { keys: { key: string; size: number }[]; next_cursor?: string };
    };
    for (const { key, size } of data.keys) sizes.set(key, size);
    cursor = data.next_cursor;
  }
  return sizes;
}

for (const { name, skip, env } of stores) {
  describe(`key-value store on ${name}, killed`, { skip }, () => {
    it('keeps every acknowledged value, compare-and-set too; the list agrees with the values', async (t) => {
      const own = { KV_NODES: 'a,b,c', ...env() };
      const first = await start(t, own);
      const expected: Expected = new Map();
      await load(first.address, expected, (answers) => {
        if (answers === 1_500) void first.end('SIGKILL');
      });
      const second = await start(t, own);
      assert.ok(expected.size > 400);
      await expectValues(second.address, expected);
    });

    it('keeps every acknowledged value in the middle of a change of the ring', async (t) => {
      const own = { KV_NODES: 'a,b', ...env() };
      const first = await start(t, own);
      const expected: Expected = new Map();
      const rings = [
        ['b', 'c', 'd'],
        ['a', 'b'],
      ];
      let interrupted: Promise<string[]> | undefined;
      await load(first.address, expected, (answers) => {
        if (answers === 1_000) interrupted = killDuringChange(first, rings);
      });
      const nodes = await interrupted!;
      const second = await start(t, { ...own, KV_NODES: nodes.join(',') });
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
