import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { Type } from 'typebox';
import { startHost, type HostOptions } from './host.ts';
import type { Pause } from './loop.ts';
import type { Listener } from '../web/app.ts';
import { common, storeFull } from '../web/problem.ts';
import type { Host, Running, Service } from './service.ts';
import type { Store } from '../stores/store.ts';
import { freePort } from '../testing/free-port.ts';
import { eventually, fakeClock } from '../testing/testing.ts';
import { access } from '../web/identity/access.ts';

const anybody = { schema: { access: access.public } };

describe('host', () => {
  it('gives services on one port one listener, and each its own document', async (t) => {
    const port = await freePort();
    const { services, console: consoleUrl } = await start(t, [
      service('tea', port),
      service('rice', port),
    ]);
    assert.equal(services[0]!.address, services[1]!.address);
    for (const name of ['tea', 'rice']) {
      const answer = await fetch(`http://127.0.0.1:${port}/${name}`);
      assert.deepEqual(await answer.json(), { name });
      const document = await (await fetch(`${consoleUrl}/openapi/${name}.json`)).json();
      assert.deepEqual(Object.keys((document as { paths: object }).paths), [`/${name}`]);
      const refused = await fetch(`http://127.0.0.1:${port}/${name}`, { method: 'DELETE' });
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD']);
    }
    assert.equal((await fetch(`http://127.0.0.1:${port}/`, { method: 'DELETE' })).status, 405);
    assert.equal((await fetch(`http://127.0.0.1:${port}/coffee`)).status, 404);
  });

  it('answers GET / of a service port with where the console and the reference are', async (t) => {
    const port = await freePort();
    const host = await start(t, [service('tea', port), service('rice', port)]);
    const { port: consolePort } = new URL(host.console);
    const pointers = (base: string) => ({
      services: ['tea', 'rice'],
      console: `${base}/`,
      reference: `${base}/reference`,
      openapi: [`${base}/openapi/tea.json`, `${base}/openapi/rice.json`],
    });
    const answerOf = async (url: string) => (await fetch(url)).json();
    // By the name that the client has used.
    const elsewhere = `http://localhost:${consolePort}`;
    assert.deepEqual(await answerOf(`http://localhost:${port}/?a=b`), pointers(elsewhere));
    assert.deepEqual(await answerOf(`${host.console}/api/tea/`), pointers(''));
    const head = await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' });
    assert.equal(head.status, 200);
  });

  it('leaves GET / to a service that has a route for it', async (t) => {
    const port = await freePort();
    const own = {
      routes: (app: Listener) => void app.get('/', anybody, () => ({ keys: [] })),
    };
    await start(t, [service('tea', port), service('keys', port, own)]);
    assert.deepEqual(await (await fetch(`http://127.0.0.1:${port}/`)).json(), { keys: [] });
  });

  it('serves the operator paths of a service on the console port, with a document', async (t) => {
    const operatorPaths = {
      console: (app: Listener) => void app.get('/admin/tea', anybody, () => ({ tea: 1 })),
    };
    const { services, console: consoleUrl } = await start(t, [service('tea', 0, operatorPaths)]);
    assert.deepEqual(await (await fetch(`${consoleUrl}/admin/tea`)).json(), { tea: 1 });
    assert.equal((await fetch(`${services[0]!.address}/admin/tea`)).status, 404);
    const document = await (await fetch(`${consoleUrl}/openapi/tea-console.json`)).json();
    assert.deepEqual(Object.keys((document as { paths: object }).paths), ['/admin/tea']);
  });

  it('closes everything in order: drain, last answers, loops, stores from the last to the first', async (t) => {
    const events: string[] = [];
    const tea = service('tea', 0, {
      open: (host) => {
        host.own(store('leaves', events));
        host.own(store('water', events));
        host.loop('brewing', 0, async () => void (host.stopping.aborted && events.push('brewed')));
      },
      drain: async () => void events.push('drain'),
      close: async () => void events.push('close'),
    });
    const host = await start(t, [tea]);
    assert.equal(host.services[0]!.description, 'leaves, water');
    await Promise.all([host.stop(), host.stop()]);
    assert.deepEqual(events, ['drain', 'close', 'water closed', 'leaves closed']);
    await assert.rejects(fetch(host.services[0]!.address));
  });

  it('has each loop pause by one of its own, where time is simulated', async (t) => {
    const runs: string[] = [];
    const tea = service('tea', 0, {
      open: (host) => {
        host.loop('brewing', 60_000, async () => void runs.push('brewed'));
        host.loop('washing', 1_000, async () => void runs.push('washed'));
      },
    });
    const wakes: (() => void)[][] = [];
    const pauses = (): Pause => {
      const own: (() => void)[] = [];
      wakes.push(own);
      return (ms, signal) =>
        new Promise((resolve, reject) => {
          own.push(() => resolve(void runs.push(String(ms))));
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
    };
    await start(t, [tea], { pauses });
    assert.equal(wakes.length, 2);
    for (const own of wakes) own[0]!();
    await eventually(() => wakes.every((own) => own.length === 2));
    assert.deepEqual(runs, ['60000', '1000', 'brewed', 'washed']);
  });

  it('closes what was opened when a service cannot start, its own first store among it', async (t) => {
    const events: string[] = [];
    const open = (host: Host) => void host.own(store('leaves', events));
    const failing = (host: Host) => {
      host.own(store('grains', events));
      throw new Error('no rice');
    };
    const services = [service('tea', 0, { open }), service('rice', 0, { open: failing })];
    await assert.rejects(start(t, services), /no rice/);
    assert.deepEqual(events.toSorted(), ['grains closed', 'leaves closed']);
  });

  it('closes every store when a drain, a close or another store fails, and says so', async (t) => {
    const events: string[] = [];
    const tea = service('tea', 0, {
      open: (host) => {
        host.own(store('leaves', events));
        host.own({ ...store('water', events), close: () => Promise.reject(new Error('spilt')) });
      },
      drain: () => Promise.reject(new Error('stuck')),
      close: () => Promise.reject(new Error('torn')),
    });
    const rice = service('rice', 0, { open: (host) => void host.own(store('grains', events)) });
    const host = await start(t, [tea, rice]);
    const stopped = await host.stop().catch((error: unknown) => error as AggregateError);
    assert.deepEqual(
      (stopped as AggregateError).errors.map((error) => (error as Error).message),
      ['stuck', 'tea closed badly'],
    );
    assert.deepEqual(events.toSorted(), ['grains closed', 'leaves closed']);
  });

  it('says on the console when a store does not answer', async (t) => {
    const ready = () => Promise.reject(new Error('the store is away'));
    const open = (host: Host) => void host.own({ ...store('leaves', []), ready });
    const full = () => Promise.reject(storeFull(new Error('no space')));
    const openFull = (host: Host) => void host.own({ ...store('bread', []), ready: full });
    const services = [
      service('tea', 0, { open }),
      service('rice', 0),
      service('bread', 0, { open: openFull }),
    ];
    const { console: consoleUrl } = await start(t, services);
    const answer = await fetch(`${consoleUrl}/readyz`);
    assert.equal(answer.status, 503);
    assert.deepEqual(await answer.json(), {
      status: 'not ready',
      services: {
        tea: 'the store is away',
        rice: 'ready',
        bread: 'full: the disk has no space left',
      },
    });
  });

  it('answers a refused upgrade with a problem document, and hides a fault', async (t) => {
    const errors = [common.NOT_FOUND('no socket here'), new Error('secret')];
    const upgrade = () => Promise.reject(errors.shift());
    const { services } = await start(t, [service('tea', 0, { upgrade })]);
    const headers = { connection: 'upgrade', upgrade: 'websocket' };
    for (const [status, detail] of [
      [404, 'no socket here'],
      [500, 'the fault was logged; the request may be tried again'],
    ]) {
      const asked = request(services[0]!.address, { headers }).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      const problem = JSON.parse(await text(answer)) as Record<string, unknown>;
      assert.deepEqual([answer.statusCode, problem['detail']], [status, detail]);
    }
  });
});

describe('a stop', () => {
  it('answers whatever clients ask on their connections, and tells them to come no more', async (t) => {
    const host = await start(t, [service('tea', 0)]);
    const urls = [`${host.services[0]!.address}/tea`, `${host.console}/api/tea/tea`];
    const oneConnection = { keepAlive: true, maxSockets: 1 };
    let asked = 0;
    const askOn = async (agent: Agent, url: string) => {
      const asking = request(url, { agent }).end();
      const [answer] = (await once(asking, 'response')) as [IncomingMessage];
      assert.deepEqual([answer.statusCode, JSON.parse(await text(answer))], [200, { name: 'tea' }]);
      asked++;
      return answer.headers.connection === 'close';
    };
    const agents = Array.from({ length: 32 }, () => new Agent(oneConnection));
    t.after(() => agents.forEach((agent) => agent.destroy()));
    const [seldom, ...busy] = agents as [Agent, ...Agent[]];
    const clients = busy.map(async (agent, i) => {
      while (!(await askOn(agent, urls[i % 2]!)));
    });
    await askOn(seldom, urls[0]!);
    await eventually(() => asked > 500);
    const stopped = host.stop();
    // Its connection has been idle; now it is used.
    assert.equal(await askOn(seldom, urls[0]!), true);
    await Promise.all([stopped, ...clients]);
  });

  it('sends the whole of an answer that a client is still taking', async (t) => {
    const bytes = 32 * 1024 * 1024;
    const routes = (app: Listener) => void app.get('/tea', anybody, () => Buffer.alloc(bytes));
    const host = await start(t, [service('tea', 0, { routes })]);
    const answer = await fetch(`${host.services[0]!.address}/tea`);
    const stopped = host.stop();
    assert.equal((await answer.arrayBuffer()).byteLength, bytes);
    await stopped;
  });
});

interface Parts extends Partial<Running> {
  /** What the service does first when it starts. */
  readonly open?: (host: Host) => void;
}

function service(name: string, port: number, { open, ...more }: Parts = {}): Service {
  const routes = (app: Listener) => void app.get(`/${name}`, anybody, async () => ({ name }));
  const running: Running = { routes, ...more };
  return {
    name,
    summary: name,
    port,
    variables: Type.Object({}),
    async start(host) {
      open?.(host);
      return running;
    },
  };
}

function store(description: string, events: string[]): Store {
  const close = async () => void events.push(`${description} closed`);
  return { description, ready: async () => {}, close };
}

async function start(t: TestContext, services: Service[], more: Partial<HostOptions> = {}) {
  const env = { CONSOLE_PORT: '0' };
  const log = pino({ level: 'silent' });
  const host = await startHost(services, { env, clock: fakeClock(), log, ...more });
  t.after(() => host.stop().catch(() => {}));
  return host;
}
