/** The ring over HTTP, and what becomes of it at a start. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { missing, openService, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { keyValue } from '../index.ts';

const reply = (socket: Socket, text: string) => socket.on('data', () => socket.write(text));
const stores = [
  { name: 'SQLite', skip: false, env: () => ({ DATA_DIR: temporaryFolder() }) },
  {
    name: 'Redis',
    skip: missing('redis'),
    env: () => ({ STORE_ADDR: servers.redis, KEY_VALUE_PREFIX: unique('kv-') }),
  },
];
const keys = Array.from({ length: 60 }, (_, i) => `key-${i}`);

async function open(t: TestContext, env: Environment) {
  const { app, consoleApp, close } = await openService(t, keyValue, env);
  const ring = async () => (await consoleApp.inject({ url: '/admin/ring' })).json();
  const change = (nodes: unknown, path = '/admin/ring') =>
    consoleApp.inject({ method: 'POST', url: path, payload: { nodes } as object });
  const fill = async () => {
    for (const key of keys) {
      await app.inject({ method: 'PUT', url: `/${key}`, payload: `value of ${key}` });
    }
  };
  const expectAll = async () => {
    for (const key of keys) {
      assert.equal((await app.inject({ url: `/${key}` })).json().data?.value, `value of ${key}`);
    }
  };
  return { app, consoleApp, ring, change, fill, expectAll, close };
}

// oxlint-disable-next-line typescript/no-explicit-any -- any JSON
const total = (view: any): number =>
  view.nodes.reduce((sum: number, { keys: n }: any) => sum + n, 0);

for (const { name, skip, env } of stores) {
  describe(`the ring on the console port, on ${name}`, { skip }, () => {
    it('shows nodes, shares and key counts', async (t) => {
      const { ring, fill } = await open(t, { ...env(), KV_NODES: 'a,b' });
      await fill();
      const view = await ring();
      assert.deepEqual([view.version, view.changing], [1, false]);
      assert.deepEqual(
        view.nodes.map(
          ({ name: node, address, virtual_nodes: virtual }: Record<string, unknown>) => [
            node,
            address,
            virtual,
          ],
        ),
        [
          ['a', null, 150],
          ['b', null, 150],
        ],
      );
      assert.ok(Math.abs(view.nodes[0].share + view.nodes[1].share - 1) < 1e-9);
      assert.equal(total(view), keys.length);
    });

    it('locates a key', async (t) => {
      const { consoleApp } = await open(t, { ...env(), KV_NODES: 'a,b' });
      const answer = await consoleApp.inject({ url: '/admin/ring/locate?key=hello%20world' });
      const { key, position, virtual_node: virtual, node } = answer.json();
      // CRC-32 (IEEE) of "hello world".
      assert.deepEqual([key, position], ['hello world', 0x0d4a1185]);
      assert.ok(virtual >= position);
      assert.ok(['a', 'b'].includes(node));
      for (const query of ['', '?key=', `?key=${'a'.repeat(513)}`]) {
        const refused = await consoleApp.inject({ url: `/admin/ring/locate${query}` });
        assert.equal(refused.statusCode, 400);
        assert.equal(refused.json().errors[0].path, 'key');
      }
    });

    it('plans: exactly which share would move, and nothing is done', async (t) => {
      const { ring, change, fill } = await open(t, { ...env(), KV_NODES: 'a,b' });
      await fill();
      const before = await ring();
      const { share, movements } = (await change(['a', 'b', 'c'], '/admin/ring/plan')).json();
      assert.deepEqual(await ring(), before);
      assert.ok(share > 0.2 && share < 0.45);
      for (const { to } of movements) assert.equal(to, 'c');
      await change(['a', 'b', 'c']);
      const c = (await ring()).nodes.find((node: { name: string }) => node.name === 'c');
      assert.ok(Math.abs(c.share - share) < 1e-9);
      const same = (await change(['c', 'a', 'b'], '/admin/ring/plan')).json();
      assert.deepEqual(same, { share: 0, movements: [] });
    });

    it('plans for many nodes: all movements are told', async (t) => {
      const { change } = await open(t, { ...env(), KV_NODES: 'a,b' });
      const nodes = Array.from({ length: 256 }, (_, i) => `node-${i}`);
      const { share, movements } = (await change(nodes, '/admin/ring/plan')).json();
      // Each new node gets a part of both.
      assert.equal(movements.length, 512);
      const sum = movements.reduce((total: number, one: { share: number }) => total + one.share, 0);
      assert.deepEqual([share, Math.abs(sum - 1) < 1e-9], [sum, true]);
    });

    it('changes nodes online, and says how many keys moved', async (t) => {
      const { ring, change, fill, expectAll } = await open(t, { ...env(), KV_NODES: 'a,b' });
      await fill();
      const answer = await change(['b', 'c', 'd']);
      assert.equal(answer.statusCode, 200);
      const { version, nodes, moved } = answer.json();
      assert.deepEqual([version, nodes], [3, ['b', 'c', 'd']]);
      await expectAll();
      const view = await ring();
      assert.equal(view.version, 3);
      assert.equal(total(view), keys.length);
      assert.ok(moved > 0 && moved < keys.length);
    });

    it('lets KV_NODES rule at a start: keys move before they are served', async (t) => {
      const own = env();
      const first = await open(t, { ...own, KV_NODES: 'a,b' });
      await first.fill();
      await first.change(['c', 'd']);
      await first.close();
      const second = await open(t, { ...own, KV_NODES: 'b,c' });
      const view = await second.ring();
      assert.deepEqual(
        view.nodes.map((node: { name: string }) => node.name),
        ['b', 'c'],
      );
      assert.equal(total(view), keys.length);
      await second.expectAll();
      await second.close();
      const third = await open(t, { ...own });
      assert.deepEqual(
        (await third.ring()).nodes.map((node: { name: string }) => node.name),
        ['default'],
      );
      await third.expectAll();
    });

    it('moves keys to and from a Redis of a node', { skip: missing('redis') }, async (t) => {
      const own = { KEY_VALUE_PREFIX: unique('kv-'), ...env() };
      const { ring, change, fill, expectAll } = await open(t, { ...own, KV_NODES: 'a,b' });
      await fill();
      const planned = (await change(['a', `b=${servers.redis}/1`], '/admin/ring/plan')).json();
      assert.ok(planned.share > 0.4 && planned.share < 0.6);
      assert.deepEqual(planned.movements, [{ from: 'b', to: 'b', share: planned.share }]);
      assert.equal((await change(['a', `b=${servers.redis}/1`])).statusCode, 200);
      const [, b] = (await ring()).nodes;
      assert.equal(b.address, `${servers.redis}/1`);
      assert.ok(b.keys > 0);
      await expectAll();
      assert.equal((await change(['a', 'b'])).statusCode, 200);
      await expectAll();
    });

    it('refuses lists that are none, naming the entry', async (t) => {
      const { consoleApp, change, ring } = await open(t, { ...env(), KV_NODES: 'a,b' });
      const cases: [nodes: unknown, path: string][] = [
        [undefined, 'nodes'],
        ['a', 'nodes'],
        [[], 'nodes'],
        [[1], 'nodes.0'],
        [['a', ''], 'nodes.1'],
        [['a', 'b', 'a'], 'nodes.2'],
        [['a', 'b c'], 'nodes.1'],
        [['a=ftp://x'], 'nodes.0'],
        [['a', 'b=redis://%zz@h'], 'nodes.1'],
        [['a', 'b=redis://h/x'], 'nodes.1'],
        [['a', 'b=redis://h?password=secret'], 'nodes.1'],
        [Array.from({ length: 257 }, (_, i) => `n${i}`), 'nodes'],
      ];
      for (const path of ['/admin/ring', '/admin/ring/plan']) {
        for (const [nodes, where] of cases) {
          const answer = await change(nodes, path);
          assert.equal(answer.statusCode, 400, JSON.stringify(nodes));
          assert.equal(answer.json().errors[0].path, where);
        }
      }
      for (const [lost, where] of [
        [['x'], 'lost.0'],
        [['b', 'a'], 'lost.1'],
        ['b', 'lost'],
      ] as const) {
        const payload = { nodes: ['a', 'c'], lost };
        const answer = await consoleApp.inject({ method: 'POST', url: '/admin/ring', payload });
        assert.equal(answer.statusCode, 400);
        assert.equal(answer.json().errors[0].path, where);
      }
      const away = await change(['a', 'x=redis://:secret@127.0.0.1:1']);
      assert.deepEqual([away.statusCode, away.json().code], [503, 'NODE_UNREACHABLE']);
      assert.ok(!away.body.includes('secret'));
      assert.deepEqual([(await ring()).version, (await ring()).changing], [1, false]);
    });

    for (const [what, greet] of [
      ['speaks another protocol first', (socket: Socket) => socket.write('SSH-2.0-x\r\n')],
      [
        'answers in another protocol',
        (socket: Socket) => reply(socket, 'HTTP/1.1 400 Bad\r\n\r\n'),
      ],
      [
        'wants a password',
        (socket: Socket) => reply(socket, '-NOAUTH Authentication required.\r\n'),
      ],
      ['hangs up', (socket: Socket) => socket.destroy()],
    ] as const) {
      it(`does not take a node whose port ${what}: 503, and nothing is changed`, async (t) => {
        const { change, ring, fill, expectAll } = await open(t, { ...env(), KV_NODES: 'a,b' });
        const server = createServer((socket) => greet(socket.on('error', () => {})));
        await once(server.listen(0, '127.0.0.1'), 'listening');
        t.after(() => server.close());
        await fill();
        const { port } = server.address() as AddressInfo;
        const answer = await change(['a', `x=redis://127.0.0.1:${port}`]);
        assert.deepEqual([answer.statusCode, answer.json().code], [503, 'NODE_UNREACHABLE']);
        assert.equal((await ring()).version, 1);
        await expectAll();
      });
    }

    it('wants the admin token where there is one', async (t) => {
      const { consoleApp } = await open(t, { ...env(), ADMIN_TOKEN: 'a long secret' });
      for (const [method, url] of [
        ['GET', '/admin/ring'],
        ['GET', '/admin/ring/locate?key=k'],
        ['POST', '/admin/ring'],
        ['POST', '/admin/ring/plan'],
      ] as const) {
        const payload = method === 'POST' ? { nodes: ['a'] } : undefined;
        const request = { method, url, ...(payload && { payload }) };
        assert.equal((await consoleApp.inject(request)).statusCode, 401, url);
        const headers = { authorization: 'Bearer a long secret' };
        assert.equal((await consoleApp.inject({ ...request, headers })).statusCode, 200, url);
      }
    });
  });
}
