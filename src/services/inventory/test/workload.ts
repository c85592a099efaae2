/** Orders in two hubs, reserved and then confirmed, given back or left held. */
import { Findings } from '#kit/testing/workload/findings.ts';
import {
  expectStatus,
  forEachOf,
  make,
  read,
  settle,
  within,
  type Ask,
  type Named,
  type Workload,
} from '#kit/testing/workload/workload.ts';

const skus = ['milk', 'tea'];
const stock = 100_000;
/** How long what waits for the record may take to get there, milliseconds. */
const drainMs = 60_000;

interface Reservation {
  readonly hub: string;
  readonly order: string;
  readonly id: string;
}

interface InventoryWorkload extends Workload {
  /** The reservations that were confirmed. */
  readonly confirmedIds: () => string[];
}

export function inventoryWorkload({ name = '' }: Named = {}): InventoryWorkload {
  const hubs = [`${name}north`, `${name}south`];
  const confirmed: Reservation[] = [];
  const held: Reservation[] = [];

  const send = (ask: Ask, path: string, body: object) =>
    settle(ask, { method: 'POST', path, body });
  const reserve = (ask: Ask, hub: string, order: string, more: object = {}) => {
    const items = skus.map((sku) => ({ sku, qty: 1 }));
    return send(ask, '/reserve', { hub_id: hub, items, order_id: order, user_id: order, ...more });
  };

  /** No unit is lost or sold twice, and the record agrees with the stock. */
  async function laws(ask: Ask) {
    const findings = new Findings();
    for (const hub of hubs) {
      for (const sku of skus) {
        const { data } = await read(ask, `/stock/${hub}/${sku}`);
        if (data.available + data.held + data.confirmed !== data.loaded || data.loaded !== stock)
          findings.wrong(`the ledger is off: ${JSON.stringify(data)}`);
      }
    }
    let report = '';
    const agrees = await within(drainMs, async () => {
      const { data } = await send(ask, '/admin/reconcile', {});
      report = JSON.stringify(data);
      return data.differences.length === 0;
    });
    if (!agrees) findings.wrong(`the record differs: ${report}`);
    return findings.all;
  }

  return {
    service: 'inventory',
    confirmedIds: () => confirmed.map(({ id }) => id),

    async prepare(ask) {
      for (const hub_id of hubs) {
        for (const sku of skus) {
          const body = { hub_id, sku, quantity: stock, partitioned: sku === 'tea' };
          await make(ask, { method: 'POST', path: '/admin/stock', body }, 201);
        }
      }
    },

    async act(ask, client, n) {
      const hub = hubs[n % hubs.length]!;
      const order = `${name}${client}-${n}`;
      const isLeft = n % 5 === 4;
      const reserved = await reserve(ask, hub, order, isLeft ? { ttl_seconds: 900 } : {});
      expectStatus(reserved, 200);
      const { reservation_id: id } = reserved.data;
      if (isLeft) return void held.push({ hub, order, id });
      const path = n % 3 === 0 ? '/release' : '/confirm';
      const ended = await send(ask, path, { reservation_id: id });
      // While the store was away for long.
      if (ended.data?.code === 'RESERVATION_EXPIRED') return;
      expectStatus(ended, 200);
      if (path === '/confirm') confirmed.push({ hub, order, id });
    },

    async check(ask) {
      const findings = new Findings();
      findings.distinct(
        'the reservation',
        [...confirmed, ...held].map(({ id }) => id),
      );
      await forEachOf(confirmed, async ({ id }) => {
        const { status } = await send(ask, '/confirm', { reservation_id: id });
        if (status !== 200) findings.lost(`the confirmation of ${id}: ${status}`);
        const released = await send(ask, '/release', { reservation_id: id });
        if (released.status !== 409) findings.lost(`${id} was given back: ${released.status}`);
      });
      await forEachOf(held, async ({ hub, order, id }) => {
        const { status, data } = await reserve(ask, hub, order, { ttl_seconds: 900 });
        if (data?.reservation_id !== id) findings.lost(`the reservation ${id}: ${status}`);
      });
      for (const hub of hubs) {
        const countOf = (all: readonly Reservation[]) =>
          all.filter((reservation) => reservation.hub === hub).length;
        for (const sku of skus) {
          const { data } = await read(ask, `/stock/${hub}/${sku}`);
          findings.between(`units of ${hub} ${sku} held`, data.held, countOf(held));
          findings.between(`units of ${hub} ${sku} confirmed`, data.confirmed, countOf(confirmed));
        }
      }
      return [...findings.all, ...(await laws(ask))];
    },

    laws,
  };
}
