/** Orders beyond the limits of a promotion, and rules that are made meanwhile. */
import { isDeepStrictEqual } from 'node:util';
import { Findings } from '../lib/findings.ts';
import {
  expectStatus,
  forEachOf,
  make,
  read,
  settle,
  within,
  type Answer,
  type Ask,
  type Workload,
} from '../lib/workload.ts';

const perUser = 2;
const global = 60;
/** A replica looks for new rules every 250 ms; until then at most, milliseconds. */
const visibleMs = 5_000;
/** Of one user, one after another. */
const ordersOfUser = 4;

export function promotion(): Workload {
  const orders = new Map<string, { readonly user: string; readonly answer: object }>();
  const rules: string[] = [];

  return {
    service: 'promotion',

    async prepare(ask) {
      const usage_limits = { per_user: perUser, global };
      const body = { ...rule('limited'), usage_limits };
      await make(ask, { method: 'POST', path: '/admin/rules', body }, 201);
      const validate = {
        method: 'POST',
        path: '/validate',
        body: requestOf('nobody', 'none'),
      } as const;
      for (let known = 0; known < 2;) known = (await ask(validate)).status === 200 ? known + 1 : 0;
    },

    async act(ask, client, n) {
      const user = `${client}-${Math.floor(n / ordersOfUser)}`;
      const order = `${client}-${n}`;
      const answer = await apply(ask, order, user);
      expectStatus(answer, 200);
      orders.set(order, { user, answer: answer.data });
      if (n % 10 !== 0) return;
      const name = `rule-${order}`;
      const made = await settle(ask, { method: 'POST', path: '/admin/rules', body: rule(name) });
      if (!(made.isRepeated && made.status === 409)) expectStatus(made, 201);
      rules.push(name);
    },

    async check(ask) {
      const findings = new Findings();
      await forEachOf(rules, async (name) => {
        const isThere = async () => (await read(ask, `/admin/rules/${name}`)).status === 200;
        if (!(await within(visibleMs, isThere))) findings.lost(`the rule ${name}`);
      });
      await forEachOf(orders, async ([order, { user, answer }]) => {
        const { data } = await apply(ask, order, user);
        if (!isDeepStrictEqual(data, answer)) findings.lost(`the answer to the order ${order}`);
      });
      const applied = [...orders.values()].filter(({ answer }) => isApplied(answer));
      for (const [user, uses] of Map.groupBy(applied, ({ user }) => user)) {
        findings.doubled(`the user ${user}: ${uses.length} uses`, uses.length - perUser);
      }
      // What is left of the limit: uses that were counted for nobody would be missing here.
      let left = 0;
      while (isApplied((await apply(ask, `left-${left}`, `left-${left}`)).data)) left++;
      findings.between('uses of the promotion', applied.length + left, global);
      return findings.all;
    },
  };
}

// oxlint-disable-next-line typescript/no-explicit-any -- any JSON
const isApplied = (answer: any): boolean => answer.applied.length > 0;

const apply = (ask: Ask, order: string, user: string): Promise<Answer> =>
  settle(ask, { method: 'POST', path: '/apply', body: requestOf(order, user) });

function requestOf(order: string, user: string): object {
  const cart = { total: 200, hub_id: 'h', items: [] };
  // A device has a limit of its own.
  const customer = { id: user, device_fingerprint: order, order_count: 1 };
  return { promo_id: 'limited', order_id: order, cart, customer };
}

const rule = (promo_id: string) => ({
  promo_id,
  name: promo_id,
  priority: 1,
  stackable: true,
  discount: { type: 'percentage', value: 10 },
  condition_tree: { type: 'MinTransaction', value: 0 },
});
