/** What is open on a laptop, and to nobody once others can reach the process: the real process, asked from outside. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { startLines } from '#kit/testing/caddy.ts';
import { runToEnd, startProcess, type TestProcess } from '#kit/testing/process.ts';
import { temporaryFolder, type Ends } from '#kit/testing/testing.ts';

const mailServer = { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'shop@example.com' };
const stock = { hub_id: 'hub', sku: 'tea', quantity: 5 };
const mail = { user_id: 'a@example.com', channel: 'email', title: 'Tea', body: '' };
const services = ['inventory', 'notification', 'crawler'];

/** Posts JSON, and returns the status with the problem's detail. */
async function post(address: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { detail = '' } = (await response.json()) as { detail?: string };
  return { status: response.status, detail };
}

describe('a process that others can reach', () => {
  const start = (env: Environment) =>
    runToEnd(['inventory'], { DATA_DIR: temporaryFolder(), ...env });

  for (const env of [
    { HOST: '0.0.0.0' },
    { TRUSTED_PROXIES: '127.0.0.1' },
    { ALLOWED_HOSTS: 'shop.example.com' },
    { BASE_URL: 'https://go.example.com' },
    { FILE_BASE_URL: 'https://files.example.com' },
    { CORS_ORIGINS: 'https://shop.example.com' },
  ]) {
    const [name] = Object.keys(env);
    it(`does not start with ${name} and neither ADMIN_TOKEN nor identity`, async () => {
      const { code, output } = await start(env);
      assert.equal(code, 1);
      assert.ok(
        output.startsWith(`hawker: ${name} lets others reach hawker: set ADMIN_TOKEN, or `),
      );
      assert.match(output, /INSECURE=1/);
    });
  }

  it('starts by INSECURE=1, and says at each start what that opens', async (t) => {
    const env = { ALLOWED_HOSTS: 'shop.example.com', INSECURE: '1', DATA_DIR: temporaryFolder() };
    for (let i = 0; i < 2; i++) {
      const open = await startProcess(t, ['inventory'], env);
      const { status } = await post(`${open.addresses['inventory']}/admin/stock`, stock);
      assert.equal(status, 201);
      await open.end('SIGTERM');
      assert.match(open.output(), /INSECURE=1 and ALLOWED_HOSTS: everybody/);
    }
  });

  it('asks for the token behind a proxy on loopback, as on an open address', async (t) => {
    const ADMIN_TOKEN = 'the operator of this shop';
    const { addresses } = await startProcess(t, services, {
      DATA_DIR: temporaryFolder(),
      TRUSTED_PROXIES: '127.0.0.1',
      ADMIN_TOKEN,
      ...mailServer,
    });
    const authorization = `Bearer ${ADMIN_TOKEN}`;
    for (const [address, body] of [
      [`${addresses['inventory']}/admin/stock`, stock],
      [`${addresses['notification']}/send`, mail],
    ] as const) {
      assert.equal((await post(address, body)).status, 401);
      assert.equal((await post(address, body, { authorization })).status, 201);
    }
  });

  it('refuses a short HMAC_SECRET', async () => {
    const env = { HMAC_SECRET: 'short', ADMIN_TOKEN: 'long enough', TRUSTED_PROXIES: '127.0.0.1' };
    const { output } = await runToEnd(['flash-sale'], { DATA_DIR: temporaryFolder(), ...env });
    assert.match(output, /HMAC_SECRET has 5 bytes/);
  });
});

describe('a laptop behind a proxy that nobody has configured', () => {
  const ends: (() => unknown)[] = [];
  const t: Ends = { after: (end) => void ends.push(end) };
  let laptop: TestProcess;
  before(async () => {
    laptop = await startProcess(t, services, { DATA_DIR: temporaryFolder(), ...mailServer });
  });
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });

  const forwarding: Record<string, string>[] = [
    { 'x-forwarded-for': '203.0.113.9' },
    { forwarded: 'for=203.0.113.9' },
    { 'x-real-ip': '203.0.113.9' },
    { via: '1.1 proxy' },
  ];
  const onlyHere: [string, string, object][] = [
    ['inventory', '/admin/stock', stock],
    ['notification', '/send', mail],
    ['crawler', '/crawl', { url: 'http://127.0.0.1:1/', max_pages: 1 }],
  ];
  for (const [service, path, body] of onlyHere) {
    it(`refuses ${path} to what the proxy passes on, says why, and serves this machine`, async () => {
      const ways = [laptop.addresses[service]!, `${laptop.addresses['console']}/api/${service}`];
      for (const way of ways) {
        for (const headers of forwarding) {
          const { status, detail } = await post(`${way}${path}`, body, headers);
          assert.equal(status, 403);
          assert.match(detail, /set TRUSTED_PROXIES to the address of the proxy, and ADMIN_TOKEN/);
        }
        const { status } = await post(`${way}${path}`, body);
        assert.ok(status === 201 || status === 202);
      }
    });
  }

  it('goes on serving ordinary calls', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const body = { sku: 'tea', qty: 1, hub_id: 'hub', user_id: 'ann', order_id: 'o1' };
    const { status } = await post(`${laptop.addresses['inventory']}/reserve`, body, headers);
    assert.ok(status < 300 || status === 409);
    assert.equal((await fetch(`${laptop.addresses['console']}/readyz`, { headers })).status, 200);
  });
});

it('the head of the Caddyfile has a start line with which hawker starts, and guards its admin paths', async (t) => {
  const { addresses } = await startProcess(t, ['inventory'], {
    ...startLines(),
    DATA_DIR: temporaryFolder(),
  });
  assert.equal((await post(`${addresses['inventory']}/admin/stock`, stock)).status, 401);
});
