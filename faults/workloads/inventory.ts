/** Orders in two hubs, reserved and then confirmed or given back. */
import { Findings } from '../lib/findings.ts';
import {
  expectStatus,
  forEachOf,
  make,
  read,
  settle,
  within,
  type Ask,
  type Workload,
} from '../lib/workload.ts';

const hubs = ['north', 'south'];
const skus = ['milk', 'tea'];
const stock = 100_000;
/** How long what waits for the record may take to get there, milliseconds. */
const drainMs = 20_000;

interface Reservation {
  readonly hub: string;
  readonly id: string;
}

export function inventory(): Workload {
  const confirmed: Reservation[] = [];

  const send = (ask: Ask, path: string, body: object) =>
    settle(ask, { method: 'POST', path, body });
  const reserve = (ask: Ask, hub: string, order: string) => {
    const items = skus.map((sku) => ({ sku, qty: 1 }));
    return send(ask, '/reserve', { hub_id: hub, items, order_id: order, user_id: order });
  };

  return {
    service: 'inventory',

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
      const reserved = await reserve(ask, hub, `${client}-${n}`);
      expectStatus(reserved, 200);
      const { reservation_id } = reserved.data;
      const path = n % 3 === 0 ? '/release' : '/confirm';
      const ended = await send(ask, path, { reservation_id });
      // While the store was away for long.
      if (ended.data?.code === 'RESERVATION_EXPIRED') return;
      expectStatus(ended, 200);
      if (path === '/confirm') confirmed.push({ hub, id: reservation_id });
    },

    async check(ask) {
      const findings = new Findings();
      findings.distinct(
        'the reservation',
        confirmed.map(({ id }) => id),
      );
      await forEachOf(confirmed, async ({ id }) => {
        const { status } = await send(ask, '/confirm', { reservation_id: id });
        if (status !== 200) findings.lost(`the confirmation of ${id}: ${status}`);
      });
      for (const hub of hubs) {
        for (const sku of skus) {
          const { data } = await read(ask, `/stock/${hub}/${sku}`);
          const told = JSON.stringify(data);
          if (data.available + data.held + data.confirmed !== data.loaded || data.loaded !== stock)
            findings.wrong(`the ledger is off: ${told}`);
          if (data.held > 0) findings.wrong(`units are held that nobody reserved: ${told}`);
          const known = confirmed.filter((reservation) => reservation.hub === hub).length;
          findings.between(`units of ${hub} ${sku} confirmed`, data.confirmed, known);
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
    },
  };
}
