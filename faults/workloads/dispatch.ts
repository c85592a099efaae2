/** Orders, drivers who are new each time, and what they accept; both variants. */
import { Findings } from '../lib/findings.ts';
import {
  expectStatus,
  forEachOf,
  make,
  read,
  settle,
  type Ask,
  type Workload,
} from '../lib/workload.ts';

const place = { lat: 12.97, lng: 77.6 };

interface Variant {
  readonly service: string;
  /** What names an offer. */
  readonly id: 'assignment_id' | 'dispatch_id';
  readonly order: object;
  readonly needsHub: boolean;
}

export const dispatchA = () =>
  dispatch({
    service: 'dispatch-a',
    id: 'assignment_id',
    order: { pickup_lat: place.lat, pickup_lng: place.lng, priority: 3 },
    needsHub: false,
  });

export const dispatchB = () =>
  dispatch({
    service: 'dispatch-b',
    id: 'dispatch_id',
    order: { hub_id: 'hub', priority: 'normal' },
    needsHub: true,
  });

function dispatch({ service, id, order, needsHub }: Variant): Workload {
  const orders: string[] = [];
  /** By order: who has it. */
  const accepted = new Map<string, string[]>();
  /** Drivers of each client who wait for an offer. */
  const waiting = new Map<number, string[]>();

  const send = (ask: Ask, path: string, body: object) =>
    settle(ask, { method: 'POST', path, body });

  /** Whether the driver has accepted an order. */
  async function acceptOffer(ask: Ask, driver: string): Promise<boolean> {
    const { data } = await read(ask, `/dispatch/driver/${driver}/assignments`);
    const [offer] = data.assignments;
    if (offer === undefined) return false;
    const answer = await send(ask, '/dispatch/driver/accept', {
      driver_id: driver,
      [id]: offer[id],
    });
    if (answer.data?.code === 'OFFER_EXPIRED') return false;
    expectStatus(answer, 200);
    const { order_id } = answer.data;
    accepted.set(order_id, [...(accepted.get(order_id) ?? []), driver]);
    return true;
  }

  return {
    service,

    async prepare(ask) {
      if (!needsHub) return;
      const body = { hub_id: 'hub', ...place };
      await make(ask, { method: 'POST', path: '/admin/hubs', body }, 201);
    },

    async act(ask, client, n) {
      const name = `${client}-${n}`;
      const ordered = await send(ask, '/dispatch/order', { order_id: name, ...order });
      expectStatus(ordered, 200, 202);
      orders.push(name);
      const reported = await send(ask, '/dispatch/driver/location', { driver_id: name, ...place });
      expectStatus(reported, 200);
      const drivers = [...(waiting.get(client) ?? []), name];
      const first = drivers.shift()!;
      if (!(await acceptOffer(ask, first))) drivers.push(first);
      waiting.set(client, drivers);
    },

    async check(ask) {
      const findings = new Findings();
      await forEachOf(orders, async (name) => {
        const { status, data } = await read(ask, `/dispatch/orders/${name}`);
        if (status !== 200) return findings.lost(`the order ${name}: ${status}`);
        const drivers = accepted.get(name) ?? [];
        findings.doubled(`the order ${name} was accepted by ${drivers}`, drivers.length - 1);
        const [driver] = drivers;
        if (driver === undefined) return;
        const { assignment } = data;
        if (assignment?.driver_id !== driver || assignment.status !== 'accepted')
          findings.lost(`that ${driver} has accepted ${name}: ${JSON.stringify(assignment)}`);
        const shown = await read(ask, `/dispatch/drivers/${driver}`);
        if (shown.data.order_id !== name)
          findings.lost(`that ${driver} has ${name}: ${JSON.stringify(shown.data)}`);
      });
      return findings.all;
    },
  };
}
