/**
 * Reservations, each followed by its confirmation: embedded with full fsync, and on Redis and
 * PostgreSQL, against bare Fastify routes and against transactions in PostgreSQL alone.
 */
import type { Report } from '../src/services/inventory/schemas/report.ts';
import { freePort } from '../src/kit/testing/free-port.ts';
import {
  interleave,
  startBare,
  startServer,
  startService,
  withFolder,
  type Server,
  rounds,
  seconds,
} from './lib/harness.ts';

const redis = process.env['TEST_STORE_ADDR'];
const postgres = process.env['TEST_DATABASE_URL'];

await withFolder(async (folder) => {
  const servers: Server[] = [];
  try {
    servers.push(await startBare());
    servers.push(await ours('embedded, full fsync', { DATA_DIR: folder }));
    if (redis && postgres) {
      const shared = { STORE_ADDR: redis, DATABASE_URL: postgres };
      servers.push(await ours('Redis, AOF everysec, and PostgreSQL', shared));
    } else console.log('redis-server or postgres is not installed: their row is left out');
    if (postgres) servers.push(await transactions(postgres));
    const load = { connections: 64, seconds, script: 'inventory.lua', args: ['bench'] };
    await interleave(servers, load, rounds);
    for (const { name, url } of servers.slice(1, 3)) await report(name, url);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
});

async function ours(name: string, store: Record<string, string>): Promise<Server> {
  const server = await startService('inventory', name, store);
  await loadStock(server.url);
  return server;
}

async function transactions(database: string): Promise<Server> {
  const port = String(await freePort());
  const env = { PORT: port, DATABASE_URL: database };
  const url = `http://127.0.0.1:${port}`;
  const name = 'PostgreSQL alone, SELECT … FOR UPDATE';
  const server = await startServer(name, ['bench/peers/for-update.ts'], env, url);
  await loadStock(url);
  return server;
}

/** 20 hubs with 10 SKUs each, as inventory.lua asks for. */
async function loadStock(url: string): Promise<void> {
  for (let place = 0; place < 200; place++) {
    await post(`${url}/admin/stock`, {
      hub_id: `hub-${place % 20}`,
      sku: `sku-${Math.floor(place / 20)}`,
      quantity: 1e9,
    });
  }
}

/** What the record says once the outbox is empty. */
async function report(name: string, url: string): Promise<void> {
  const started = performance.now();
  for (;;) {
    const response = await post(`${url}/admin/reconcile`, {});
    const { data } = (await response.json()) as { data: Report };
    if (data.differences.length === 0 && data.postponed === 0) {
      const ms = Math.round(performance.now() - started);
      console.log(`${name}: the record agrees on all ${data.checked} places, ${ms} ms later`);
      return;
    }
  }
}

function post(url: string, body: object): Promise<Response> {
  // Between two of these calls the server may have closed an idle connection.
  const headers = { 'content-type': 'application/json', connection: 'close' };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}
