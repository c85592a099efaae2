import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { Type } from 'typebox';
import { startHost } from './host.ts';
import type { App } from './http.ts';
import type { Running, Service } from './service.ts';
import { fakeClock } from './testing.ts';

describe('host', () => {
  it('gives services on one port one listener, and each its own document', async (t) => {
    const port = await freePort(t);
    const { stalls, console: board } = await start(t, [stall('tea', port), stall('rice', port)]);
    assert.equal(stalls[0]!.address, stalls[1]!.address);
    for (const name of ['tea', 'rice']) {
      const answer = await fetch(`http://127.0.0.1:${port}/${name}`);
      assert.deepEqual(await answer.json(), { name });
      const document = await (await fetch(`${board}/openapi/${name}.json`)).json();
      assert.deepEqual(Object.keys((document as { paths: object }).paths), [`/${name}`]);
      const refused = await fetch(`http://127.0.0.1:${port}/${name}`, { method: 'DELETE' });
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD']);
    }
    assert.equal((await fetch(`http://127.0.0.1:${port}/`, { method: 'DELETE' })).status, 404);
  });

  it('serves the operator paths of a service on the console port, with a document', async (t) => {
    const stallRoutes = { console: (app: App) => void app.get('/admin/tea', () => ({ tea: 1 })) };
    const { stalls, console: board } = await start(t, [stall('tea', 0, stallRoutes)]);
    assert.deepEqual(await (await fetch(`${board}/admin/tea`)).json(), { tea: 1 });
    assert.equal((await fetch(`${stalls[0]!.address}/admin/tea`)).status, 404);
    const document = await (await fetch(`${board}/openapi/tea-console.json`)).json();
    assert.deepEqual(Object.keys((document as { paths: object }).paths), ['/admin/tea']);
  });

  it('closes everything in order: drain, last answers, stores', async (t) => {
    const events: string[] = [];
    const service = stall('tea', 0, {
      drain: async () => void events.push('drain'),
      close: async () => void events.push('close'),
    });
    const host = await start(t, [service]);
    await Promise.all([host.stop(), host.stop()]);
    assert.deepEqual(events, ['drain', 'close']);
    await assert.rejects(fetch(host.stalls[0]!.address));
  });

  it('closes what it had opened when a later service cannot start', async (t) => {
    const events: string[] = [];
    const first = stall('tea', 0, { close: async () => void events.push('close') });
    const second = { ...stall('rice', 0), start: () => Promise.reject(new Error('no rice')) };
    await assert.rejects(start(t, [first, second]), /no rice/);
    assert.deepEqual(events, ['close']);
  });

  it('says on the console when a store does not answer', async (t) => {
    const ready = () => Promise.reject(new Error('the store is away'));
    const { console: board } = await start(t, [stall('tea', 0, { ready }), stall('rice', 0)]);
    const answer = await fetch(`${board}/readyz`);
    assert.equal(answer.status, 503);
    assert.deepEqual(await answer.json(), {
      status: 'not ready',
      services: { tea: 'the store is away', rice: 'ready' },
    });
  });
});

function stall(name: string, port: number, more: Partial<Running> = {}): Service {
  const running: Running = {
    store: 'none',
    routes: (app) => void app.get(`/${name}`, async () => ({ name })),
    ready: async () => {},
    close: async () => {},
    ...more,
  };
  return { name, summary: name, port, variables: Type.Object({}), start: async () => running };
}

async function start(t: TestContext, services: Service[]) {
  const env = { CONSOLE_PORT: '0' };
  const log = pino({ level: 'silent' });
  const host = await startHost(services, { env, clock: fakeClock(), log });
  t.after(() => host.stop());
  return host;
}

async function freePort(t: TestContext): Promise<number> {
  const host = await start(t, [stall('probe', 0)]);
  const { port } = new URL(host.stalls[0]!.address);
  await host.stop();
  return Number(port);
}
