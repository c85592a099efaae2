/**
 * The real process, killed under load, and its servers taken away: what it acknowledged is there
 * afterwards, no unit is lost or sold twice, and the record has every confirmation exactly once.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { post, privateRedis, relay, startProcess, type TestProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';

const skip = missing('redis') || missing('postgres');

describe('inventory, killed under load', () => {
  it('keeps what it acknowledged, on SQLite', async (t) => {
    const folder = temporaryFolder();
    await surviveKill(t, { DATA_DIR: folder }, () => confirmationsInSqlite(folder));
  });

  it('keeps what it acknowledged, on Redis and PostgreSQL', { skip }, async (t) => {
    const env = shared();
    await surviveKill(t, env, () => confirmationsInPostgres(t, env));
  });

  async function surviveKill(
    t: TestContext,
    env: Environment,
    recorded: () => string[] | Promise<string[]>,
  ) {
    const first = await start(t, env);
    await first.load('milk', 1_000_000);
    await first.load('tea', 1_000_000, { partitioned: true });
    const acknowledged = { held: new Map<string, Held>(), confirmed: [] as string[] };
    /** Sent, and not answered with a result. */
    let unknown = 0;
    const clients = Array.from({ length: 32 }, async (_, client) => {
      for (let n = 0; ; n++) {
        const order = `${client}-${n}`;
        const held = await first.reserve(order).catch(() => undefined);
        if (held?.status !== 200) unknown++;
        if (held === undefined) return; // the process is gone
        if (held.status === 503) continue; // a store was slow
        assert.equal(held.status, 200);
        const { reservation_id, expires_at } = held.data;
        acknowledged.held.set(order, { id: reservation_id, expiresAt: expires_at });
        if (n % 4 === 0) continue;
        const confirmed = await first.confirm(reservation_id).catch(() => undefined);
        if (confirmed?.status !== 200) unknown++;
        if (confirmed === undefined) return;
        if (confirmed.status === 503) continue;
        assert.equal(confirmed.status, 200);
        acknowledged.confirmed.push(reservation_id);
        if (acknowledged.confirmed.length === 500) void first.end('SIGKILL');
      }
    });
    await Promise.all(clients);
    await first.end('SIGKILL');
    assert.ok(acknowledged.confirmed.length >= 500);

    const second = await start(t, env);
    for (const sku of ['milk', 'tea']) {
      const { loaded, available, held, confirmed } = await second.stock(sku);
      assert.equal(loaded, 1_000_000);
      assert.equal(available + held + confirmed, loaded);
      // Beside the acknowledged ones there may be those whose answers were under way.
      const extra = confirmed - acknowledged.confirmed.length;
      assert.ok(extra >= 0 && extra <= unknown, `${extra} more`);
      // However long it took to get here: what is not overdue is held.
      const known = new Set(acknowledged.confirmed);
      const current = [...acknowledged.held.values()].filter(
        ({ id, expiresAt }) => known.has(id) || expiresAt >= Date.now(),
      );
      assert.ok(held + confirmed >= current.length);
      assert.ok(held + confirmed <= acknowledged.held.size + unknown);
    }
    const check = async (id: string) => {
      assert.equal((await second.confirm(id)).status, 200);
      assert.equal((await second.release(id)).status, 409);
    };
    await Promise.all(acknowledged.confirmed.map(check));
    for (const [order, { id, expiresAt }] of [...acknowledged.held].slice(-50)) {
      const { reservation_id, expires_at } = (await second.reserve(order)).data;
      // Another one only when the first was overdue.
      if (reservation_id !== id) assert.ok(expires_at - 30_000 > expiresAt);
    }
    await second.drained();
    assert.deepEqual((await second.reconcile()).differences, []);
    const { confirmed } = await second.stock('milk');
    await second.end('SIGTERM');
    const ids = await recorded();
    assert.equal(ids.length, 2 * confirmed); // two lines each
    assert.equal(new Set(ids).size, confirmed);
    const known = new Set(ids);
    for (const id of acknowledged.confirmed) assert.ok(known.has(id));
  }
});

describe('inventory, killed among late payments and adjustments', () => {
  it('has each exactly once, on SQLite', async (t) => {
    const folder = temporaryFolder();
    await surviveKills(t, { DATA_DIR: folder }, () => movementsInSqlite(folder));
  });

  it('has each exactly once, on Redis and PostgreSQL', { skip }, async (t) => {
    const env = shared();
    await surviveKills(t, env, () => movementsInPostgres(t, env));
  });

  /** Each client goes on until it has its answer, and sends again what was not answered. */
  async function surviveKills(
    t: TestContext,
    env: Environment,
    recorded: () => Movement[] | Promise<Movement[]>,
  ) {
    let process = await start(t, env);
    await process.load('milk', 1_000);
    await process.load('tea', 1_000, { partitioned: true });
    const holds = Array.from({ length: 120 }, (_, i) => process.reserve(`o ${i}`, 5));
    const ids = (await Promise.all(holds)).map(({ data }) => data.reservation_id as string);
    await eventually(async () => (await process.status(ids.at(-1)!)) === 'expired');
    let answered = 0;
    let restarting: Promise<void> | undefined;
    const restart = async () => {
      await process.end('SIGKILL');
      process = await start(t, env);
    };
    const insist = async (path: string, body: object) => {
      for (;;) {
        await restarting;
        const answer = await post(process.address, path, body).catch(() => undefined);
        if (answer === undefined || answer.status === 503) continue;
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        answered++;
        if (answered === 60 || answered === 150) restarting = restart();
        return answer.data;
      }
    };
    const adjust = (n: number) => {
      const why = { reason: 'counted', reference: `r ${n}` };
      return insist('/admin/stock/adjust', { hub_id: 'hub', sku: 'milk', delta: 1, ...why });
    };
    const retake = (reservation_id: string) =>
      insist('/confirm', { reservation_id, late: 'retake' });
    const work = ids.flatMap((id, n) => [() => retake(id), () => adjust(n)]);
    const clients = Array.from({ length: 16 }, async () => {
      for (let next = work.shift(); next; next = work.shift()) await next();
    });
    await Promise.all(clients);
    await restarting;

    for (const data of await Promise.all(ids.map(retake))) assert.equal(data.retaken, true);
    const { available, held, confirmed, loaded } = await process.stock('milk');
    assert.deepEqual([available, held, confirmed, loaded], [1_000, 0, 120, 1_120]);
    await process.drained();
    assert.deepEqual((await process.reconcile()).differences, []);
    await process.end('SIGTERM');
    const rows = await recorded();
    const of = (kind: string) => rows.filter((row) => row.kind === kind);
    const confirmations = of('confirm').map((row) => row.reservation_id!);
    assert.deepEqual(confirmations.toSorted(), twice(ids).toSorted());
    const references = of('adjust').map((row) => row.reference!);
    assert.deepEqual(references.toSorted(), ids.map((_, n) => `r ${n}`).toSorted());
  }
});

describe('inventory without its record', { skip }, () => {
  it('goes on while PostgreSQL is away; killed and restarted, it records everything once', async (t) => {
    const line = await relay(servers.postgres);
    const env = { ...shared(), DATABASE_URL: line.url };
    const first = await start(t, env);
    await first.load('milk', 1_000);
    await first.load('tea', 1_000);
    const before = await buy(first, 'before', 20);
    await first.drained();

    await line.cut();
    const during = await buy(first, 'during', 50);
    await first.outboxIs(50);
    assert.ok((await first.metric('hawker_inventory_outbox_oldest_seconds')) > 0);
    assert.equal(await first.metric('hawker_inventory_outbox_rejected_entries'), 0);
    assert.equal((await fetch(`${first.addresses['console']}/readyz`)).status, 200);
    const refused = await post(first.address, '/admin/reconcile', {});
    assert.deepEqual([refused.status, refused.body.code], [503, 'STORE_UNAVAILABLE']);
    await first.end('SIGKILL');

    await line.mend();
    const second = await start(t, env);
    await second.drained();
    assert.deepEqual((await second.reconcile()).differences, []);
    const all = [...before, ...during];
    assert.deepEqual((await confirmationsInPostgres(t, env)).toSorted(), twice(all).toSorted());
    assert.equal((await second.stock('milk')).confirmed, all.length);
    assert.equal(await second.end('SIGTERM'), 0);
  });

  it('PostgreSQL gone and back under load: nothing is lost and nothing doubled', async (t) => {
    const line = await relay(servers.postgres);
    const env = { ...shared(), DATABASE_URL: line.url };
    const process = await start(t, env);
    await process.load('milk', 10_000);
    await process.load('tea', 10_000);
    const confirmed: string[] = [];
    for (let round = 0; round < 4; round++) {
      const load = buy(process, `round ${round}`, 100);
      await line.cut(); // in the middle of appends
      confirmed.push(...(await load), ...(await buy(process, `cut ${round}`, 20)));
      await line.mend();
      await process.drained();
    }
    assert.deepEqual((await process.reconcile()).differences, []);
    const recorded = await confirmationsInPostgres(t, env);
    assert.deepEqual(recorded.toSorted(), twice(confirmed).toSorted());
    const lines = process
      .output()
      .split('\n')
      .filter((text) => text.includes('cannot be drained'));
    assert.ok(lines.length <= 4, 'once an outage, not once a tick');
  });

  it('ends within its time while PostgreSQL takes connections and says nothing', async (t) => {
    const line = await relay(servers.postgres);
    const process = await start(t, { ...shared(), DATABASE_URL: line.url });
    await line.cut();
    const silent = createServer(() => {}).listen(Number(new URL(line.url).port), '127.0.0.1');
    t.after(() => silent.close());
    await process.load('milk', 10);
    await process.outboxIs(1);
    assert.equal(await process.end('SIGTERM'), 0);
  });
});

describe('inventory without its operational store', { skip }, () => {
  it('answers 503 while Redis is away, and has everything when it is back', async (t) => {
    const redis = await privateRedis(t);
    const env = { ...shared(), STORE_ADDR: `127.0.0.1:${redis.port}` };
    const process = await start(t, env);
    await process.load('milk', 100);
    await process.load('tea', 100);
    const confirmed = await buy(process, 'before', 10);
    const held = (await process.reserve('held')).data.reservation_id;

    await redis.kill();
    for (const refused of [
      await process.reserve('away'),
      await process.confirm(held),
      await process.release(confirmed[0]!),
    ]) {
      assert.deepEqual([refused.status, refused.body.code], [503, 'STORE_UNAVAILABLE']);
    }
    assert.equal((await fetch(`${process.addresses['console']}/readyz`)).status, 503);

    await redis.start();
    await eventually(async () => (await fetch(`${process.addresses['console']}/readyz`)).ok);
    const { available, held: units, confirmed: sold } = await process.stock('milk');
    assert.deepEqual([available, units, sold], [89, 1, 10]);
    assert.equal((await process.reserve('held')).data.reservation_id, held);
    assert.equal((await process.confirm(held)).status, 200);
    assert.equal((await process.reserve('away')).status, 200);
    await process.drained();
    assert.deepEqual((await process.reconcile()).differences, []);
    const recorded = await confirmationsInPostgres(t, env);
    assert.deepEqual(recorded.toSorted(), twice([...confirmed, held]).toSorted());
  });
});

describe('two replicas of the inventory', { skip }, () => {
  it('end each reservation in one way and record it once, one of them killed twice', async (t) => {
    const env = shared();
    const steady = await start(t, env);
    let shaky = await start(t, env);
    await steady.load('milk', 1_000);
    await steady.load('tea', 1_000, { partitioned: true });
    const endings = new Map<string, Set<string>>();
    let next = 0;
    const clients = Array.from({ length: 24 }, async () => {
      while (next < 600) {
        const order = next++;
        if (order === 150 || order === 400) {
          await shaky.end('SIGKILL');
          shaky = await start(t, env);
        }
        // Whoever gets no answer asks the other replica.
        const ask = async <T>(first: boolean, act: (process: Inventory) => Promise<T>) => {
          for (let one = first; ; one = !one) {
            const answer = await act(one ? steady : shaky).catch(() => undefined);
            if (answer !== undefined) return answer;
          }
        };
        const held = await ask(order % 2 === 0, (process) => process.reserve(`order ${order}`));
        assert.equal(held.status, 200);
        const { reservation_id } = held.data;
        const answers = await Promise.all([
          ask(true, (process) => process.confirm(reservation_id)),
          ask(false, (process) => process.release(reservation_id)),
          ask(order % 3 === 0, (process) => process.confirm(reservation_id)),
        ]);
        const seen = answers.map(({ data, body }) => data?.status ?? endingOf[body.code]);
        endings.set(reservation_id, new Set(seen));
      }
    });
    await Promise.all(clients);

    assert.equal(endings.size, 600);
    for (const seen of endings.values()) assert.equal(seen.size, 1, [...seen].join(' and '));
    const confirmed = [...endings].filter(([, seen]) => seen.has('confirmed')).map(([id]) => id);
    for (const sku of ['milk', 'tea']) {
      const { available, held, confirmed: sold } = await steady.stock(sku);
      const left = 1_000 - confirmed.length;
      assert.deepEqual([available, held, sold], [left, 0, confirmed.length]);
    }
    await steady.drained();
    assert.deepEqual((await steady.reconcile()).differences, []);
    const recorded = await confirmationsInPostgres(t, env);
    assert.deepEqual(recorded.toSorted(), twice(confirmed).toSorted());
  });
});

const endingOf: Record<string, string> = {
  RESERVATION_CONFIRMED: 'confirmed',
  RESERVATION_RELEASED: 'released',
  RESERVATION_EXPIRED: 'expired',
};

function shared(): Environment {
  return {
    STORE_ADDR: servers.redis,
    DATABASE_URL: servers.postgres,
    INVENTORY_PREFIX: unique('crash'),
  };
}

interface Counts {
  readonly loaded: number;
  readonly available: number;
  readonly held: number;
  readonly confirmed: number;
}

interface Held {
  readonly id: string;
  /** Last instant at which it is held. */
  readonly expiresAt: number;
}

type Inventory = Awaited<ReturnType<typeof start>>;

async function start(t: TestContext, env: Environment) {
  const process: TestProcess = await startProcess(t, ['inventory'], env);
  const address = process.addresses['inventory']!;
  const metric = async (name: string) => {
    const text = await (await fetch(`${process.addresses['console']}/metrics`)).text();
    return Number(new RegExp(`^${name}\\{service="inventory"\\} (.*)$`, 'm').exec(text)?.[1]);
  };
  const outboxIs = (entries: number) =>
    eventually(async () => (await metric('hawker_inventory_outbox_entries')) === entries);
  return {
    ...process,
    address,
    metric,
    outboxIs,
    load: (sku: string, quantity: number, more: object = {}) =>
      post(address, '/admin/stock', { hub_id: 'hub', sku, quantity, ...more }),
    /** One unit of milk and one of tea. */
    reserve: (order_id: string, ttl_seconds = 30) => {
      const items = ['milk', 'tea'].map((sku) => ({ sku, qty: 1 }));
      const order = { order_id, user_id: 'u', ttl_seconds };
      return post(address, '/reserve', { hub_id: 'hub', items, ...order });
    },
    confirm: (reservation_id: string) => post(address, '/confirm', { reservation_id }),
    release: (reservation_id: string) => post(address, '/release', { reservation_id }),
    stock: async (sku: string) => {
      const response = await fetch(`${address}/stock/hub/${sku}`);
      return ((await response.json()) as { data: Counts }).data;
    },
    status: async (id: string) => {
      const response = await fetch(`${address}/reservations/${id}`);
      return ((await response.json()) as { data: { status: string } }).data.status;
    },
    reconcile: async () => (await post(address, '/admin/reconcile', {})).data,
    /** Waits until the record has everything: the gauge may be a second old. */
    drained: async () => {
      await eventually(async () => {
        const { differences } = (await post(address, '/admin/reconcile', {})).data ?? {};
        for (const { explained_by } of differences ?? []) assert.equal(explained_by, 'outbox');
        return differences?.length === 0;
      });
      await outboxIs(0);
    },
  };
}

/** Reserves and confirms; gives the ids. */
function buy(process: Inventory, name: string, orders: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: orders }, async (_, i) => {
      const { reservation_id } = (await process.reserve(`${name} ${i}`)).data;
      assert.equal((await process.confirm(reservation_id)).status, 200);
      return reservation_id;
    }),
  );
}

interface Movement {
  readonly kind: string;
  readonly reservation_id: string | null;
  readonly reference: string | null;
}

function movementsInSqlite(folder: string): Movement[] {
  const db = new DatabaseSync(join(folder, 'inventory-record.db'), { readOnly: true });
  const rows = db.prepare('SELECT kind, reservation_id, reference FROM movements').all();
  db.close();
  return rows as unknown as Movement[];
}

async function movementsInPostgres(t: TestContext, env: Environment): Promise<Movement[]> {
  const db = new Postgres(servers.postgres, 'test');
  t.after(() => db.close());
  return db.query(sql<Movement>`
    SELECT kind, reservation_id, reference FROM inventory.movements
    WHERE deployment = ${env['INVENTORY_PREFIX']!}`);
}

/** The reservation of each confirmed line in the record. */
const confirmationsInSqlite = (folder: string) => confirmations(movementsInSqlite(folder));
const confirmationsInPostgres = async (t: TestContext, env: Environment) =>
  confirmations(await movementsInPostgres(t, env));

const confirmations = (rows: readonly Movement[]) =>
  rows.filter(({ kind }) => kind === 'confirm').map((row) => row.reservation_id!);

const twice = (ids: readonly string[]) => [...ids, ...ids];
