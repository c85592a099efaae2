/** Orders, drivers who are new each time, what they accept, and cancels; both variants. */
import { isDeepStrictEqual } from 'node:util';
import { Findings } from '#kit/testing/workload/findings.ts';
import {
  expectStatus,
  forEachOf,
  make,
  read,
  settle,
  type Answer,
  type Ask,
  type Named,
  type Workload,
} from '#kit/testing/workload/workload.ts';
import { here } from './fixtures.ts';

interface Variant extends Named {
  readonly service: string;
  /** The member that names an offer. */
  readonly id: 'assignment_id' | 'dispatch_id';
  readonly order: object;
  /** A hub to be made. */
  readonly hub?: string;
}

export const dispatchAWorkload = ({ name }: Named = {}) => {
  const order = { pickup_lat: here.lat, pickup_lng: here.lng, priority: 3 };
  return dispatchWorkload({ name, service: 'dispatch-a', id: 'assignment_id', order });
};

export const dispatchBWorkload = ({ name = '' }: Named = {}) => {
  const hub = `${name}hub`;
  const order = { hub_id: hub, priority: 'normal' };
  return dispatchWorkload({ name, service: 'dispatch-b', id: 'dispatch_id', order, hub });
};

function dispatchWorkload({ name = '', service, id, order, hub }: Variant): Workload {
  /** What was answered to each. */
  const orders = new Map<string, Answer['data']>();
  /** By order: who has it. */
  const accepted = new Map<string, string[]>();
  /** What was answered to each cancel. */
  const cancelled = new Map<string, Answer['data']>();
  /** Drivers of each client who wait for an offer. */
  const waiting = new Map<number, string[]>();

  const send = (ask: Ask, path: string, body: object) =>
    settle(ask, { method: 'POST', path, body });
  const submit = async (ask: Ask, order_id: string): Promise<Answer['data']> => {
    const answer = await send(ask, '/dispatch/order', { order_id, ...order });
    expectStatus(answer, 200, 202);
    return answer.data;
  };
  const cancel = (ask: Ask, order_id: string) => send(ask, '/dispatch/order/cancel', { order_id });

  /** @returns the order that the driver has accepted, if any */
  async function acceptOffer(ask: Ask, driver: string): Promise<string | undefined> {
    const { data } = await read(ask, `/dispatch/driver/${driver}/assignments`);
    const [offer] = data.assignments;
    if (offer === undefined) return undefined;
    const body = { driver_id: driver, [id]: offer[id] };
    const answer = await send(ask, '/dispatch/driver/accept', body);
    if (['OFFER_EXPIRED', 'ORDER_CANCELLED'].includes(answer.data?.code)) return undefined;
    expectStatus(answer, 200);
    const { order_id } = answer.data;
    accepted.set(order_id, [...(accepted.get(order_id) ?? []), driver]);
    return order_id;
  }

  async function checkAccepted(ask: Ask, one: string, driver: string, findings: Findings) {
    const { data } = await read(ask, `/dispatch/orders/${one}`);
    const { assignment, batch_id } = data;
    if (assignment?.driver_id !== driver || assignment.status !== 'accepted')
      findings.lost(`that ${driver} has accepted ${one}: ${JSON.stringify(assignment)}`);
    const shown = await read(ask, `/dispatch/drivers/${driver}`);
    if (shown.data.order_id !== one)
      findings.lost(`that ${driver} has ${one}: ${JSON.stringify(shown.data)}`);
    const batch = await read(ask, `/admin/batches/${batch_id}`);
    const all: { readonly order_id: string; readonly driver_id?: string }[] = batch.data.orders;
    const matched = all?.find(({ order_id }) => order_id === one);
    if (matched?.driver_id !== driver) findings.lost(`the batch of ${one}: ${batch.status}`);
  }

  async function checkCancelled(ask: Ask, one: string, answer: object, findings: Findings) {
    const { data } = await read(ask, `/dispatch/orders/${one}`);
    if (data.status !== 'cancelled') findings.lost(`the cancel of ${one}: ${data.status}`);
    const again = await cancel(ask, one);
    if (!isDeepStrictEqual(again.data, answer)) findings.lost(`the answer to the cancel of ${one}`);
    const holder: string | undefined = data.assignment?.driver_id;
    if (holder === undefined) return;
    const shown = await read(ask, `/dispatch/drivers/${holder}`);
    if (shown.data.order_id === one) findings.wrong(`${holder} is not free after ${one}`);
  }

  async function checkOrder(ask: Ask, one: string, first: Answer['data'], findings: Findings) {
    const again = await submit(ask, one);
    for (const member of ['batch_id', 'dispatch_id']) {
      if (again[member] !== first[member]) findings.lost(`the ${member} of ${one}`);
    }
    const drivers = accepted.get(one) ?? [];
    findings.doubled(`the order ${one} was accepted by ${drivers}`, drivers.length - 1);
    const answer = cancelled.get(one);
    if (answer !== undefined) await checkCancelled(ask, one, answer, findings);
    else if (drivers[0] !== undefined) await checkAccepted(ask, one, drivers[0], findings);
  }

  return {
    service,

    async prepare(ask) {
      if (hub === undefined) return;
      const body = { hub_id: hub, ...here };
      await make(ask, { method: 'POST', path: '/admin/hubs', body }, 201);
    },

    async act(ask, client, n) {
      const own = `${name}${client}-${n}`;
      orders.set(own, await submit(ask, own));
      const reported = await send(ask, '/dispatch/driver/location', { driver_id: own, ...here });
      expectStatus(reported, 200);
      const drivers = [...(waiting.get(client) ?? []), own];
      const first = drivers.shift()!;
      const taken = await acceptOffer(ask, first);
      if (taken === undefined) drivers.push(first);
      waiting.set(client, drivers);
      // Its own order, in whatever state it is, or the one that a driver has just taken.
      const unwanted = n % 4 === 0 ? own : n % 4 === 1 ? taken : undefined;
      if (unwanted === undefined) return;
      const answer = await cancel(ask, unwanted);
      expectStatus(answer, 200);
      cancelled.set(unwanted, answer.data);
    },

    async check(ask) {
      const findings = new Findings();
      await forEachOf(orders, ([one, first]) => checkOrder(ask, one, first, findings));
      const { data } = await send(ask, '/admin/replay', {});
      const { differing, before, after } = data.total;
      if (differing !== 0 || !isDeepStrictEqual(after, before))
        findings.wrong(`replayed batches differ: ${JSON.stringify(data.total)}`);
      return findings.all;
    },
  };
}
