/**
 * A full disk under all services at once: writes are refused with 507, reads go on, nothing that was
 * acknowledged is lost, nothing that was refused comes back, and all is well when there is space.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { runToEnd, startProcess, type TestProcess } from '#kit/testing/process.ts';
import { noSmallDisk, smallDisk } from '#kit/testing/small-disk.ts';
import { eventually } from '#kit/testing/testing.ts';
import { serviceNames } from '../services.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- any JSON
type Json = any;

interface Subject {
  /** Writes something of this name; yields how to ask for it, or undefined when it was refused. */
  write(address: string, name: string): Promise<string | undefined>;
  /** Whether it is there; `key` is what `write` yielded, or the name of what was refused. */
  has(address: string, key: string): Promise<boolean>;
}

const text = 'tea '.repeat(200);

const subjects: Partial<Record<string, Subject>> = {
  'flash-sale': {
    write: (at, name) =>
      post(at, '/admin/flash-sale/init-product', name, { product_id: name, total_stock: 9 }),
    has: (at, key) => isFound(`${at}/admin/flash-sale/stock?product_id=${key}`),
  },
  geo: {
    write: (at, name) => {
      const place = { lat: -6.26, lng: 106.81, coverage_radius_km: 0.3 };
      return post(at, '/admin/hubs', name, { hub_id: name, name, ...place });
    },
    has: (at, key) => isFound(`${at}/admin/hubs/${key}`),
  },
  inventory: {
    write: (at, name) => post(at, '/admin/stock', name, { hub_id: 'hub', sku: name, quantity: 9 }),
    has: async (at, key) => (await dataOf(`${at}/stock/hub/${key}`)).loaded === 9,
  },
  promotion: {
    write: (at, name) =>
      post(at, '/admin/rules', name, {
        promo_id: name,
        name: text.slice(0, 200),
        priority: 1,
        stackable: true,
        discount: { type: 'percentage', value: 10 },
        condition_tree: { type: 'MinTransaction', value: 20 },
      }),
    has: (at, key) => isFound(`${at}/admin/rules/${key}`),
  },
  'dispatch-a': dispatch({ priority: 3 }),
  'dispatch-b': dispatch({ priority: 'normal', hub_id: 'hub' }),
  autocomplete: {
    write: (at, name) => post(at, '/train', name, { term: name }),
    has: async (at, key) => {
      const { results } = await dataOf(`${at}/autocomplete?q=${key}`);
      return results.some(({ term }: Json) => term === key);
    },
  },
  'key-value': {
    write: async (at, name) =>
      (await isStored(await fetch(`${at}/${name}`, { method: 'PUT', body: text })))
        ? name
        : undefined,
    has: (at, key) => isFound(`${at}/${key}`),
  },
  'file-store': {
    async write(at, name) {
      const headers = { 'content-type': 'text/plain' };
      const body = `${name} ${text}`;
      const url = `${at}/files?name=${name}&owner_id=ann`;
      const response = await fetch(url, { method: 'POST', headers, body });
      return (await isStored(response, 'STORAGE_FULL'))
        ? ((await response.json()) as Json).file.id
        : undefined;
    },
    has: (at, key) => isFound(`${at}/files/${key}/download`),
  },
  'video-catalog': {
    write: (at, name) => post(at, '/videos', ({ video }) => video.id, { title: name }),
    has: (at, key) => isFound(`${at}/videos/${key}`),
  },
  'url-shortener': {
    write: (at, name) =>
      post(at, '/shorten', ({ data }) => data.code, { url: `https://example.com/${name}` }),
    has: (at, key) => isFound(`${at}/${key}`),
  },
  chat: {
    /** A message that is not stored reaches nobody, and its sender is told to come again later. */
    async write(at, name) {
      const socket = new WebSocket(`${at.replace('http', 'ws')}/ws?room=${name}&user=ann`);
      await once(socket, 'open');
      const answer = Promise.race([once(socket, 'message'), once(socket, 'close')]);
      socket.send(JSON.stringify({ content: text }));
      const [event] = (await answer) as [MessageEvent | CloseEvent];
      if ('data' in event) socket.close();
      else assert.equal(event.code, 1013);
      return 'data' in event ? name : undefined;
    },
    async has(at, key) {
      const url = `${at}/api/rooms/${key}/messages`;
      return (await isFound(url)) && (await bodyOf(url)).messages.length === 1;
    },
  },
  notification: {
    write: (at, name) =>
      post(at, '/send', ({ id }) => id, {
        user_id: name,
        channel: 'in_app',
        title: name,
        body: text,
      }),
    has: (at, key) => isFound(`${at}/notifications/${key}`),
  },
  'rate-limiter': {
    async write(at, name) {
      const limits = [{ limit: 1, window_ms: 1_000 }];
      const policy = { algorithm: 'sliding-window', limits, on_outage: 'refuse' };
      const response = await fetch(`${at}/admin/policies/${name}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(policy),
      });
      return (await isStored(response)) ? name : undefined;
    },
    has: (at, key) => isFound(`${at}/admin/policies/${key}`),
  },
  'news-feed': {
    write: (at, name) => post(at, '/users', name, { id: name }),
    has: (at, key) => isFound(`${at}/users/${key}/posts`),
  },
  crawler: {
    write: (at, name) =>
      post(at, '/crawl', ({ job_id }) => job_id, {
        url: `http://127.0.0.1:1/${name}`,
        max_pages: 1,
      }),
    has: (at, key) => isFound(`${at}/crawl/${key}`),
  },
};

function dispatch(more: object): Subject {
  return {
    write: (at, name) => {
      const order = { order_id: name, pickup_lat: 12.97, pickup_lng: 77.6, ...more };
      return post(at, '/dispatch/order', name, order);
    },
    has: (at, key) => isFound(`${at}/dispatch/orders/${key}`),
  };
}

/** Services whose stores are on the disk. */
const names = Object.keys(subjects);

describe('on a full disk', { skip: noSmallDisk() }, () => {
  it('every service refuses writes with 507, reads, and goes on when there is space', async (t) => {
    const disk = smallDisk(t, { megabytes: 24 });
    const DATA_DIR = disk.folder;
    const services = await start(t, DATA_DIR);
    await services.write('geo', 'hub'); // where dispatch B has orders
    const before = await Promise.all(names.map((name) => services.write(name)));
    assert.ok(!before.includes(undefined));
    assert.equal((await services.readiness()).status, 200);

    const began = performance.now();
    disk.fill();
    await Promise.all(names.map((name) => services.writeUntilRefused(name)));
    await services.assertKept();
    await Promise.all(names.map((name) => services.writeUntilRefused(name)));
    const notReady = await services.readiness();
    assert.equal(notReady.status, 503);
    for (const name of names) {
      assert.equal(notReady.services[name], 'full: the disk has no space left', name);
    }
    const seconds = (performance.now() - began) / 1000;
    for (const file of readdirSync(DATA_DIR).filter((file) => file.endsWith('.db'))) {
      const lines = services.output().split('\n');
      const failures = lines.filter(
        (line) => line.includes(join(DATA_DIR, file)) && /"err"/.test(line),
      );
      assert.ok(failures.length <= 1 + seconds / 10, `${seconds} s: ${failures.join('\n')}`);
    }

    disk.free();
    const after = await Promise.all(names.map((name) => services.write(name)));
    assert.ok(!after.includes(undefined), 'the first write after there is space');

    disk.fill();
    await Promise.all(names.map((name) => services.writeUntilRefused(name)));
    assert.equal((await services.readiness()).status, 503);
    disk.free();
    // Without a write of a client.
    await eventually(async () => (await services.readiness()).status === 200);

    disk.fill();
    await Promise.all(names.map((name) => services.writeUntilRefused(name)));
    assert.equal(await services.end('SIGKILL'), null);
    const { code, output } = await runToEnd(serviceNames, { DATA_DIR });
    assert.equal(code, 1);
    assert.match(
      output,
      /^hawker: [^\n]*\.db: the disk is full; make room, or set DATA_DIR [^\n]*\n$/,
    );
    disk.free();
    const again = await start(t, DATA_DIR, services);
    await again.assertKept();
    for (const file of readdirSync(DATA_DIR).filter((file) => file.endsWith('.db'))) {
      const db = new DatabaseSync(join(DATA_DIR, file), { readOnly: true });
      assert.equal(db.prepare('PRAGMA integrity_check').get()!['integrity_check'], 'ok', file);
      db.close();
    }
    disk.fill();
    await Promise.all(names.map((name) => again.writeUntilRefused(name)));
    assert.equal(await again.end('SIGTERM'), 0, again.output());
  });
});

/** All services in one process, with what each has acknowledged and refused. */
async function start(t: TestContext, DATA_DIR: string, former?: Services): Promise<Services> {
  return new Services(await startProcess(t, serviceNames, { DATA_DIR }), former);
}

class Services {
  readonly #process: TestProcess;
  readonly #acknowledged: Map<string, string[]>;
  readonly #refused: Map<string, string[]>;
  #count = 0;

  constructor(process: TestProcess, former?: Services) {
    this.#process = process;
    this.#acknowledged = former ? former.#acknowledged : new Map(names.map((name) => [name, []]));
    this.#refused = former ? former.#refused : new Map(names.map((name) => [name, []]));
    this.#count = former ? former.#count : 0;
  }

  /** Undefined when it was refused. */
  async write(service: string, name = `n${++this.#count}`): Promise<string | undefined> {
    const key = await subjects[service]!.write(this.#process.addresses[service]!, name);
    if (key === undefined) this.#refused.get(service)!.push(name);
    else this.#acknowledged.get(service)!.push(key);
    return key;
  }

  /** There may be room in the log for some. */
  async writeUntilRefused(service: string): Promise<void> {
    for (let i = 0; i < 1_000; i++) {
      if ((await this.write(service)) === undefined) return;
    }
    assert.fail(`${service} goes on writing`);
  }

  /** What was acknowledged is there, what was refused is not. */
  async assertKept(): Promise<void> {
    for (const name of names) {
      const address = this.#process.addresses[name]!;
      for (const key of this.#acknowledged.get(name)!) {
        assert.ok(await subjects[name]!.has(address, key), `${key} of ${name} is lost`);
      }
      for (const key of this.#refused.get(name)!) {
        assert.ok(!(await subjects[name]!.has(address, key)), `${key} of ${name} was refused`);
      }
    }
  }

  async readiness(): Promise<{ status: number; services: Record<string, string> }> {
    const response = await fetch(`${this.#process.addresses['console']}/readyz`);
    const { services }: Json = await response.json();
    return { status: response.status, services };
  }

  output(): string {
    return this.#process.output();
  }

  end(signal: NodeJS.Signals): Promise<number | null> {
    return this.#process.end(signal);
  }
}

/** @param key of what is written, or where it stands in the answer */
async function post(
  address: string,
  path: string,
  key: string | ((answer: Json) => string),
  json: object,
): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(json);
  const response = await fetch(address + path, { method: 'POST', headers, body });
  if (!(await isStored(response))) return undefined;
  const answer: Json = await response.json();
  return typeof key === 'string' ? key : key(answer);
}

/** False for a refusal as a full disk demands it. */
async function isStored(response: Response, code = 'STORE_FULL'): Promise<boolean> {
  if (response.ok) return true;
  const problem: Json = await response.json();
  assert.equal(response.status, 507, JSON.stringify(problem));
  assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  assert.equal(response.headers.get('retry-after'), '10');
  assert.equal(problem.code, code);
  return false;
}

/** Whether there is something. */
async function isFound(url: string): Promise<boolean> {
  const response = await fetch(url, { redirect: 'manual' });
  const body = await response.text();
  assert.ok([200, 302, 404].includes(response.status), `${url}: ${response.status} ${body}`);
  return response.status !== 404;
}

async function bodyOf(url: string): Promise<Json> {
  const response = await fetch(url);
  assert.equal(response.status, 200, url);
  return response.json();
}

async function dataOf(url: string): Promise<Json> {
  return (await bodyOf(url)).data;
}
