/** A sale in its midst: who waits and in which order, holds, limits and a lottery go on after the move. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { missing, openService, type OpenService } from '#kit/testing/testing.ts';
import { authSecret, bearer, tokenOf } from '#kit/testing/tokens.ts';
import { loadServices } from '../../services.ts';
import { emptyStores, exportText, importText, rowsIn, type Kind } from './sides.ts';

const admin = '/admin/flash-sale';

// oxlint-disable-next-line typescript/no-explicit-any -- any JSON
type Json = any;

class Sale {
  readonly #opened: OpenService;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(opened: OpenService, headers = {}) {
    this.#opened = opened;
    this.#headers = headers;
  }

  async get(url: string): Promise<Json> {
    return (await this.#opened.app.inject(url)).json();
  }

  async post(url: string, payload: object): Promise<Json> {
    const request = { method: 'POST', url, headers: this.#headers, payload } as const;
    const answer = await this.#opened.app.inject(request);
    assert.ok(answer.statusCode < 300, `${url} ${answer.body}`);
    const body: Json = answer.json();
    return body.data ?? body;
  }

  load = (product_id: string, flow: string, total_stock: number, more = {}) =>
    this.post(`${admin}/init-product`, { product_id, flow, total_stock, ...more });

  async buy(product_id: string, user_id: string, qty = 1): Promise<Json> {
    const device_fp = `phone of ${user_id}`;
    const query = new URLSearchParams({ device_fp });
    const { token, expires_at } = await this.get(`/flash-sale/token?${query}`);
    const key = `${product_id} ${user_id}`;
    const device = { device_fp, attestation: token, expires_at, idempotency_key: key };
    return this.post('/flash-sale/checkout', { product_id, user_id, qty, ...device });
  }

  /** Releases a reservation and returns the users whom that promotes. */
  async release(reservation_id: string): Promise<string[]> {
    const { promoted_users } = await this.post('/flash-sale/release', { reservation_id });
    return (promoted_users as { user_id: string }[]).map(({ user_id }) => user_id);
  }

  close = () => this.#opened.close();
}

const users = ['ann', 'ben', 'cem', 'dora', 'emil', 'fay', 'gil', 'hue'];
const products = ['shoe', 'bag', 'console'];

/** @returns reservations that are released later */
async function begin(sale: Sale): Promise<string[]> {
  await sale.post(`${admin}/members`, { user_ids: ['fay', 'gil'], tier: 'premium' });
  await sale.load('shoe', 'weighted', 3, { per_user_limit: 3, hold_seconds: 600 });
  const held: string[] = [];
  for (const user of ['ann', 'ben', 'cem'])
    held.push((await sale.buy('shoe', user)).reservation_id);
  for (const user of ['dora', 'fay', 'emil', 'gil']) await sale.buy('shoe', user);
  // A buyer who wants more than there ever was is passed over.
  await sale.load('bag', 'standard', 2);
  for (const user of ['ann', 'ben']) held.push((await sale.buy('bag', user)).reservation_id);
  await sale.buy('bag', 'cem', 3);
  for (const user of ['dora', 'emil', 'hue']) await sale.buy('bag', user);
  assert.deepEqual(await sale.release(held.pop()!), ['dora']);
  await sale.load('console', 'lottery', 3);
  for (const user_id of users) {
    const entry = { product_id: 'console', user_id, device_fp: `phone of ${user_id}` };
    await sale.post('/flash-sale/lottery/enter', entry);
  }
  await sale.post(`${admin}/lottery/draw`, { product_id: 'console', winners: 2 });
  const won = await Promise.all(users.map((user) => resultOf(sale, user)));
  assert.equal(won.filter(({ status }) => status === 'won').length, 2);
  return held;
}

const resultOf = (sale: Sale, user: string): Promise<Json> =>
  sale.get(`/flash-sale/lottery/result?product_id=console&user_id=${user}`);

/** What users and operators see. */
async function viewOf(sale: Sale): Promise<object> {
  const places: Json[] = [];
  for (const user of users) {
    for (const product of products) {
      const { instance: _, ...place } = await sale.get(
        `/flash-sale/queue-status?user_id=${user}&product_id=${product}`,
      );
      places.push(place);
    }
  }
  const stock: Json[] = [];
  for (const product of products)
    stock.push(await sale.get(`${admin}/stock?product_id=${product}`));
  const results: Json[] = [];
  for (const user of users) results.push(await resultOf(sale, user));
  const draws = await sale.get('/flash-sale/lottery/draws?product_id=console');
  return { places, stock, results, draws };
}

/** Returns who is served next, and who wins next. */
async function goOn(sale: Sale, held: readonly string[]): Promise<object> {
  const promoted: string[][] = [];
  for (const reservation of held) promoted.push(await sale.release(reservation));
  const { position } = await sale.buy('shoe', 'hue');
  const draw = await sale.post(`${admin}/lottery/draw`, { product_id: 'console', winners: 1 });
  const stock: Json[] = [];
  for (const product of products)
    stock.push(await sale.get(`${admin}/stock?product_id=${product}`));
  return { promoted, position, draw, stock };
}

const skip = missing('redis') || missing('postgres');

async function open(t: TestContext, env: Environment, user?: string): Promise<Sale> {
  const [service] = await loadServices(['flash-sale']);
  const opened = await openService(t, service!, env);
  return new Sale(opened, user === undefined ? {} : bearer(tokenOf(user, opened.clock())));
}

const kinds: readonly (readonly [Kind, Kind])[] = [
  ['embedded', 'shared'],
  ['shared', 'embedded'],
];

for (const [from, to] of kinds) {
  it(`a sale goes on after a move from ${from} to ${to} stores`, { skip }, async (t) => {
    const [source, target] = [await emptyStores(t, from), await emptyStores(t, to)];
    const first = await open(t, source);
    const held = await begin(first);
    await first.close();
    const lines = await exportText('flash-sale', source);
    await importText('flash-sale', target, lines);
    assert.deepEqual(
      rowsIn(await exportText('flash-sale', target)).filter(hasNoSums),
      rowsIn(lines).filter(hasNoSums),
    );
    const [before, after] = [await open(t, source), await open(t, target)];
    assert.deepEqual(await viewOf(after), await viewOf(before));
    assert.deepEqual(await goOn(after, held), await goOn(before, held));
  });
}

/** Redis keeps what is held and confirmed of a product, not of each bucket. */
const hasNoSums = (row: string) => !row.startsWith('{"table":"bucket"');

for (const to of ['embedded', 'shared'] as const) {
  it(
    `promotes a buyer whom an earlier version left behind a mark, in ${to} stores`,
    { skip },
    async (t) => {
      const [source, target] = [await emptyStores(t, 'embedded'), await emptyStores(t, to)];
      const first = await open(t, source);
      await first.load('bag', 'standard', 1);
      const { reservation_id } = await first.buy('bag', 'ann');
      await first.buy('bag', 'ben');
      await first.close();
      const db = new DatabaseSync(join(source['DATA_DIR']!, 'flash-sale.db'));
      db.exec('UPDATE product SET passed_regular = 0');
      db.close();
      await importText('flash-sale', target, await exportText('flash-sale', source));
      assert.deepEqual(await (await open(t, target)).release(reservation_id), ['ben']);
    },
  );

  it(`counts what a user has in the quota after a move to ${to} stores`, { skip }, async (t) => {
    const [source, target] = [await emptyStores(t, 'embedded'), await emptyStores(t, to)];
    const first = await open(t, source);
    await first.load('shoe', 'standard', 1);
    await first.load('bag', 'standard', 2, { hold_seconds: 600 });
    for (const product of products) await first.buy(product, 'ann');
    await first.close();
    await importText('flash-sale', target, await exportText('flash-sale', source));
    const withQuota = (limit: string) => {
      const identity = { AUTH_JWT_SECRET: authSecret, FLASH_SALE_HOLDS_PER_USER: limit };
      return open(t, { ...target, ...identity }, 'ann');
    };
    const full = await withQuota('2');
    await assert.rejects(full.buy('hat', 'ann'), /QUOTA_EXCEEDED/);
    await full.close();
    assert.equal((await (await withQuota('3')).buy('hat', 'ann')).status, 'queued');
  });
}

describe('the sums of each bucket', () => {
  it('are those of its reservations, wherever the rows come from', { skip }, async (t) => {
    const [source, middle, last] = [
      await emptyStores(t, 'embedded'),
      await emptyStores(t, 'shared'),
      await emptyStores(t, 'embedded'),
    ];
    const first = await open(t, source);
    await begin(first);
    await first.close();
    const lines = await exportText('flash-sale', source);
    await importText('flash-sale', middle, lines);
    await importText('flash-sale', last, await exportText('flash-sale', middle));
    assert.deepEqual(rowsIn(await exportText('flash-sale', last)), rowsIn(lines));
  });
});
