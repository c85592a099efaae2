/**
 * One process and two on both cores, behind one port: POST /apply with 100 rules on Redis and
 * PostgreSQL. The load and the stores have the second core as well, so two are not twice as fast.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  interleave,
  rounds,
  seconds,
  startService,
  withFolder,
  type Server,
} from './lib/harness.ts';

const items = [{ sku: 'tea', category: 'tea', price: 12.5, qty: 2 }];
const cart = { total: 25, hub_id: 'hub-7', items };
const customer = { id: 'CUSTOMER', device_fingerprint: 'CUSTOMER', order_count: 2 };

/** Met by no cart of the load. */
const rule = (i: number) => ({
  promo_id: `promo-${i}`,
  name: `Promotion ${i}`,
  priority: i,
  stackable: true,
  discount: { type: 'percentage', value: 1 },
  condition_tree: {
    type: 'AND',
    children: [
      { type: 'Area', value: ['hub-7', 'hub-8'] },
      { type: 'MinTransaction', value: 1_000 + i },
    ],
  },
});

async function start(count: number, env: Record<string, string>): Promise<Server> {
  const own = { ...env, HAWKER_PROCESSES: String(count), PROMOTION_PREFIX: `bench-${count}` };
  const name = count === 1 ? 'one process' : `${count} processes`;
  const server = await startService('promotion', name, own, '0,1');
  for (let i = 0; i < 100; i++) {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(rule(i));
    await fetch(`${server.url}/admin/rules`, { method: 'POST', headers, body });
  }
  return server;
}

const { TEST_STORE_ADDR: STORE_ADDR, TEST_DATABASE_URL: DATABASE_URL } = process.env;
if (STORE_ADDR && DATABASE_URL) {
  await withFolder(async (folder) => {
    const servers: Server[] = [];
    try {
      for (const count of [1, 2]) servers.push(await start(count, { STORE_ADDR, DATABASE_URL }));
      const file = join(folder, 'body');
      writeFileSync(file, JSON.stringify({ cart, customer }));
      const load = { connections: 64, seconds, script: 'apply.lua', args: [file] };
      await interleave(servers, load, rounds);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  });
} else {
  console.log('redis-server or postgres is not installed: nothing to measure');
}
