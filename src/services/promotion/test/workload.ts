/** Orders beyond the limits of a promotion, orders with a code and their cancels, and new rules. */
import { isDeepStrictEqual } from 'node:util';
import { Findings } from '#kit/testing/workload/findings.ts';
import {
  expectStatus,
  forEachOf,
  make,
  read,
  settle,
  within,
  type Answer,
  type Ask,
  type Named,
  type Workload,
} from '#kit/testing/workload/workload.ts';

const perUser = 2;
/** A replica looks for new rules every 250 ms; until then at most, milliseconds. */
const visibleMs = 5_000;
/** A user's orders, one after another. */
const ordersOfUser = 4;

interface Options extends Named {
  /** Uses of the promotion. */
  readonly global?: number;
}

interface Order {
  readonly user: string;
  readonly answer: object;
}

export function promotionWorkload({ name = '', global = 60 }: Options = {}): Workload {
  const [limited, coded, code] = [`${name}limited`, `${name}coded`, `${name}CODE`];
  const orders = new Map<string, Order>();
  /** Those with a code that were not cancelled. */
  const withCode = new Map<string, Order>();
  const cancelled: string[] = [];
  const rules: string[] = [];

  const apply = (ask: Ask, order: string, user: string) =>
    send(ask, '/apply', requestOf(limited, order, user));
  const applyCode = (ask: Ask, order: string) =>
    send(ask, '/apply', { ...requestOf(coded, order, order), codes: [code] });
  const cancel = (ask: Ask, order: string) => send(ask, `/orders/${order}/cancel`, {});

  async function buy(ask: Ask, order: string, user: string): Promise<void> {
    const answer = await apply(ask, order, user);
    expectStatus(answer, 200);
    orders.set(order, { user, answer: answer.data });
  }

  async function useCode(ask: Ask, order: string, isCancelled: boolean): Promise<void> {
    const answer = await applyCode(ask, order);
    expectStatus(answer, 200);
    if (isCancelled) {
      expectStatus(await cancel(ask, order), 200);
      cancelled.push(order);
    } else {
      withCode.set(order, { user: order, answer: answer.data });
    }
  }

  async function checkCodes(ask: Ask, findings: Findings): Promise<void> {
    const usesOf = async () => (await read(ask, `/admin/rules/${coded}/codes`)).data.codes[0].uses;
    findings.between('uses of the code', await usesOf(), withCode.size);
    await forEachOf(withCode, async ([order, { answer }]) => {
      const { data } = await applyCode(ask, order);
      if (!isDeepStrictEqual(data, answer)) findings.lost(`the answer to the order ${order}`);
    });
    await forEachOf(cancelled, async (order) => {
      const { data } = await applyCode(ask, order);
      if (data.code !== 'ORDER_CANCELLED') findings.lost(`the cancel of ${order}`);
      expectStatus(await cancel(ask, order), 200);
    });
    findings.between('uses of the code, asked for again', await usesOf(), withCode.size);
  }

  /** Each limit holds, and none is used up by what nobody got. */
  async function checkLimits(ask: Ask, findings: Findings): Promise<void> {
    const applied = [...orders.values()].filter(({ answer }) => isApplied(answer));
    for (const [user, uses] of Map.groupBy(applied, ({ user }) => user)) {
      findings.doubled(`the user ${user}: ${uses.length} uses`, uses.length - perUser);
      if (uses.length < perUser) continue;
      const { data } = await apply(ask, `beyond-${user}`, user);
      if (isApplied(data)) findings.doubled(`the user ${user} has another use`);
    }
    // Uses that were counted for nobody would be missing here.
    let left = 0;
    while (isApplied((await apply(ask, `${name}left-${left}`, `${name}left-${left}`)).data)) left++;
    findings.between('uses of the promotion', applied.length + left, global);
  }

  return {
    service: 'promotion',

    async prepare(ask) {
      const create = (body: object) =>
        make(ask, { method: 'POST', path: '/admin/rules', body }, 201);
      await create({ ...rule(coded), requires_code: true });
      await untilKnown(ask, coded);
      const codes = { codes: [code], uses_per_code: 1_000_000 };
      const path = `/admin/rules/${coded}/codes`;
      await make(ask, { method: 'POST', path, body: codes }, 201);
      await create({ ...rule(limited), usage_limits: { per_user: perUser, global } });
      await untilKnown(ask, limited);
    },

    async act(ask, client, n) {
      const order = `${name}${client}-${n}`;
      if (n % 4 === 3) await useCode(ask, order, n % 8 === 7);
      else await buy(ask, order, `${name}${client}-${Math.floor(n / ordersOfUser)}`);
      if (n % 10 !== 0) return;
      const id = `${name}rule-${client}-${n}`;
      const made = await send(ask, '/admin/rules', rule(id));
      if (!(made.isRepeated && made.status === 409)) expectStatus(made, 201);
      rules.push(id);
    },

    async check(ask) {
      const findings = new Findings();
      await forEachOf(rules, async (id) => {
        const isThere = async () => (await read(ask, `/admin/rules/${id}`)).status === 200;
        if (!(await within(visibleMs, isThere))) findings.lost(`the rule ${id}`);
      });
      await forEachOf(orders, async ([order, { user, answer }]) => {
        const { data } = await apply(ask, order, user);
        if (!isDeepStrictEqual(data, answer)) findings.lost(`the answer to the order ${order}`);
      });
      await checkCodes(ask, findings);
      await checkLimits(ask, findings);
      return findings.all;
    },
  };
}

const send = (ask: Ask, path: string, body: object) => settle(ask, { method: 'POST', path, body });

/** Resolves once both replicas know a rule: they are asked in turn. */
async function untilKnown(ask: Ask, promo_id: string): Promise<void> {
  const validate = {
    method: 'POST',
    path: '/validate',
    body: requestOf(promo_id, 'none', 'none'),
  } as const;
  for (let known = 0; known < 2;) known = (await ask(validate)).status === 200 ? known + 1 : 0;
}

const isApplied = (answer: Answer['data']): boolean => answer.applied.length > 0;

function requestOf(promo_id: string, order_id: string, user: string): object {
  const cart = { total: 200, hub_id: 'h', items: [] };
  // A device has a limit of its own.
  const customer = { id: user, device_fingerprint: order_id, order_count: 1 };
  return { promo_id, order_id, cart, customer };
}

const rule = (promo_id: string) => ({
  promo_id,
  name: promo_id,
  priority: 1,
  stackable: true,
  discount: { type: 'percentage', value: 10 },
  condition_tree: { type: 'MinTransaction', value: 0 },
});
