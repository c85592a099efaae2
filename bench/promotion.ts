/**
 * Promotions: 10,000 rules against one cart beside json-rules-engine, in one process; and POST
 * /apply with 100 candidate rules against a bare Fastify route that gives the same answer.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Engine, type TopLevelCondition } from 'json-rules-engine';
import { compile } from '../src/services/promotion/conditions/evaluate.ts';
import { situationOf } from '../src/services/promotion/conditions/evaluate.ts';
import { parseTree } from '../src/services/promotion/conditions/parse-tree.ts';
import {
  interleave,
  median,
  printTable,
  startBare,
  startService,
  withFolder,
  type Server,
  rounds,
  seconds,
  isQuick,
} from './lib/harness.ts';

const now = Date.now();
const items = Array.from({ length: 5 }, (_, i) => {
  return { sku: `sku-${i}`, category: ['fruit', 'milk', 'bread'][i % 3]!, price: 12.5, qty: 2 };
});
const cart = { total: 125.5, hub_id: 'hub-7', items };
const customer = { id: 'CUSTOMER', device_fingerprint: 'CUSTOMER', order_count: 2 };

/** A minimum, and one of some hubs or a category: with this cart about one in ten is met. */
function bounds(i: number) {
  const hubs = Array.from({ length: 5 }, (_, k) => `hub-${(i + k * 13) % 100}`);
  return { total: (i * 37) % 200, hubs, category: ['fruit', 'tea', 'soap', 'rice'][i % 4]! };
}

async function evaluate(): Promise<void> {
  const count = isQuick ? 1_000 : 10_000;
  const rules = Array.from({ length: count }, (_, i) => bounds(i));
  const predicates = rules.map(({ total, hubs, category }) =>
    compile(
      parseTree({
        type: 'AND',
        children: [
          { type: 'MinTransaction', value: total },
          {
            type: 'OR',
            children: [
              { type: 'Area', value: hubs },
              { type: 'Category', value: [category] },
            ],
          },
        ],
      }),
    ),
  );
  const engine = new Engine();
  engine.addOperator('holds', (facts: string[], value: string) => facts.includes(value));
  rules.forEach(({ total, hubs, category }, i) => {
    const conditions: TopLevelCondition = {
      all: [
        { fact: 'total', operator: 'greaterThanInclusive', value: total },
        {
          any: [
            { fact: 'hub', operator: 'in', value: hubs },
            { fact: 'categories', operator: 'holds', value: category },
          ],
        },
      ],
    };
    engine.addRule({ conditions, event: { type: String(i) } });
  });
  const ours = () => {
    const situation = situationOf(cart, customer, now);
    return predicates.flatMap((isMet, i) => (isMet(situation) ? [String(i)] : []));
  };
  const categories = items.map(({ category }) => category);
  const theirs = async () => {
    const { events } = await engine.run({ total: cart.total, hub: cart.hub_id, categories });
    return events.map(({ type }) => type);
  };
  const found = ours();
  const same = new Set(await theirs());
  if (found.length !== same.size || !found.every((id) => same.has(id))) throw new Error('differ');

  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    let started = performance.now();
    await theirs();
    times.theirs.push(performance.now() - started);
    started = performance.now();
    for (let i = 0; i < 100; i++) ours();
    times.ours.push((performance.now() - started) / 100);
  }
  const ratios = times.theirs.map((ms, i) => ms / times.ours[i]!);
  console.log(`${count} rules against one cart, ${found.length} met, ${rounds} rounds, medians`);
  printTable([
    { engine: 'json-rules-engine', ms: median(times.theirs).toFixed(1), times: '1' },
    { engine: 'hawker', ms: median(times.ours).toFixed(3), times: median(ratios).toFixed(0) },
  ]);
}

async function apply(share: string, isMet: (i: number) => boolean): Promise<void> {
  await withFolder(async (folder) => {
    const servers: Server[] = [];
    try {
      const embedded = await ours('embedded, full fsync', { DATA_DIR: folder }, isMet);
      servers.push(embedded);
      const { TEST_STORE_ADDR: STORE_ADDR, TEST_DATABASE_URL: DATABASE_URL } = process.env;
      if (STORE_ADDR && DATABASE_URL) {
        const PROMOTION_PREFIX = `bench-${Date.now()}`;
        const env = { STORE_ADDR, DATABASE_URL, PROMOTION_PREFIX };
        servers.push(await ours('Redis and PostgreSQL', env, isMet));
      } else {
        console.log('redis-server or postgres is not installed: their row is left out');
      }
      const body = JSON.stringify({ cart, customer });
      const answer = await (await send(embedded.url, '/apply', body)).text();
      servers.unshift(await startBare({ BARE_APPLY: answer }));
      const file = join(folder, 'body');
      writeFileSync(file, body);
      console.log(`POST /apply, 100 candidate rules, ${share}`);
      const load = { connections: 64, seconds, script: 'apply.lua', args: [file] };
      await interleave(servers, load, rounds);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  });
}

async function ours(
  name: string,
  store: Record<string, string>,
  isMet: (i: number) => boolean,
): Promise<Server> {
  const server = await startService('promotion', name, store);
  for (let i = 0; i < 100; i++) {
    const rule = {
      promo_id: `promo-${i}`,
      name: `Promotion ${i}`,
      priority: i,
      stackable: true,
      discount: { type: 'percentage', value: 1 },
      condition_tree: {
        type: 'AND',
        children: [
          { type: 'MinTransaction', value: isMet(i) ? 100 : 1_000 },
          { type: 'Area', value: ['hub-7', 'hub-8'] },
        ],
      },
      usage_limits: { per_user: 3, global: 1_000_000_000, ttl_seconds: 86_400 },
    };
    await send(server.url, '/admin/rules', JSON.stringify(rule));
  }
  return server;
}

function send(url: string, path: string, body: string) {
  const headers = { 'content-type': 'application/json' };
  return fetch(url + path, { method: 'POST', headers, body });
}

await evaluate();
await apply('5 of them met and counted', (i) => i % 20 === 0);
await apply('all of them met and counted', () => true);
