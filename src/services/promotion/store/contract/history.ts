/** Random histories of uses and cancels, and a plain model that counts them. */
import * as fc from 'fast-check';
import type { CodeVerdict, UseRequest, Verdict } from '../usage.ts';
import { candidate, day, order, T0 } from './requests.ts';

type Step =
  | { readonly kind: 'use'; readonly request: UseRequest }
  | { readonly kind: 'cancel'; readonly orderId: string; readonly now: number };

/** The codes of rule "e". */
const codes = [
  { key: 'ONCE', uses: 1 },
  { key: 'TWICE', uses: 2 },
];

const anyUse = fc.record({
  user: fc.integer({ min: 0, max: 2 }),
  device: fc.integer({ min: 0, max: 2 }),
  ranks: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1 }),
  codes: fc.subarray(['ONCE', 'TWICE', 'NONE']),
  hasOrder: fc.boolean(),
});
const anyStep = fc.record({
  wait: fc.constantFrom(0, 1, 500, 1_000, day / 2),
  use: fc.option(anyUse, { nil: undefined, freq: 3 }),
  /** Which of the steps before it is cancelled. */
  back: fc.integer({ min: 1, max: 8 }),
});

export const anyHistory = fc.array(anyStep, { maxLength: 50 }).map((steps) => {
  const rules = [
    candidate('a', { perUser: 2, global: 5, lifetimeMs: 1_000 }),
    candidate('b', { stackable: false, global: 6 }),
    candidate('c', { perUser: 1, lifetimeMs: 600 }),
    candidate('d', { stackable: false }),
    candidate('e', { lifetimeMs: 2_000 }),
  ];
  let now = T0;
  return steps.map(({ wait, use, back }, i): Step => {
    now += wait;
    if (!use) return { kind: 'cancel', orderId: `o${i - back}`, now };
    const candidates = use.ranks.map((rank) => {
      const rule = rules[rank]!;
      if (rule.incarnation !== 'e' || use.codes.length === 0) return rule;
      return { ...rule, codes: use.codes, needsCode: true };
    });
    const { user, device, hasOrder } = use;
    const by = { userId: `u${user}`, device: `d${device}` };
    const named = hasOrder ? order(`o${i}`) : undefined;
    return { kind: 'use', request: { candidates, ...by, order: named, now } };
  });
});

/** A counter from its first use until it lapses, or all is given back. */
interface Life {
  count: number;
  lapsesAt: number;
}

interface Use {
  readonly candidate: number;
  readonly lives: readonly Life[];
  readonly code: string | undefined;
}

/** The rules of counting, over objects that are kept for ever. */
export class Model {
  readonly codes = codes;
  readonly #lives = new Map<string, Life>();
  readonly #orders = new Map<string, { uses: Use[]; returned: number[] | undefined }>();
  readonly #codeUses = new Map<string, number>();

  usesOf(code: string): number {
    return this.#codeUses.get(code) ?? 0;
  }

  use({ candidates, userId, device, order, now }: UseRequest) {
    const uses: Use[] = [];
    const codes: CodeVerdict[] = [];
    const verdicts = candidates.map((one, i): Verdict => {
      const { incarnation, perUser, global, lifetimeMs } = one;
      const code = this.#judge(one.codes ?? [], codes);
      if (!one.stackable && uses.length > 0) return 'not stackable';
      if (one.needsCode && code === undefined) return 'code refused';
      const keys = [`u ${userId}`, 'all', `d ${device}`].map((key) => `${incarnation} ${key}`);
      const [ofUser, ofAll, ofDevice] = keys.map((key) => this.#alive(key, now)?.count ?? 0);
      if (perUser > 0 && ofUser! >= perUser) return 'user limit reached';
      if (global > 0 && ofAll! >= global) return 'global limit reached';
      if (ofDevice! >= 3) return 'device limit reached';
      if (code !== undefined) {
        this.#codeUses.set(code, this.usesOf(code) + 1);
        // Only one of the rules has codes.
        codes[one.codes!.indexOf(code)] = 'counted';
      }
      const lapsesAt = lifetimeMs > 0 ? now + lifetimeMs : Infinity;
      const lives = keys.map((key, i) => {
        const life = this.#alive(key, now) ?? { count: 0, lapsesAt: now + day };
        if (i < 2) life.lapsesAt = lapsesAt;
        life.count++;
        this.#lives.set(key, life);
        return life;
      });
      uses.push({ candidate: i, lives, code });
      return 'applied';
    });
    if (order) this.#orders.set(order.orderId, { uses, returned: undefined });
    return { kind: 'counted', verdicts, ...(codes.length > 0 && { codes }) };
  }

  cancel(orderId: string, now: number): number[] | undefined {
    const order = this.#orders.get(orderId);
    if (!order) return undefined;
    order.returned ??= order.uses
      .filter(({ lives, code }) => {
        if (code !== undefined) this.#codeUses.set(code, this.usesOf(code) - 1);
        const alive = lives.filter((life) => life.lapsesAt > now && this.#isCurrent(life));
        for (const life of alive) life.count--;
        return alive.length > 0 || code !== undefined;
      })
      .map(({ candidate }) => candidate);
    return order.returned;
  }

  /** The first that has a use left. */
  #judge(asked: readonly string[], verdicts: CodeVerdict[]): string | undefined {
    let usable: string | undefined;
    for (const key of asked) {
      const code = codes.find((one) => one.key === key);
      const isUsedUp = code && this.usesOf(key) >= code.uses;
      if (usable !== undefined || (code && !isUsedUp)) verdicts.push('not used');
      else verdicts.push(code ? 'code used up' : 'unknown code');
      if (code && !isUsedUp) usable ??= key;
    }
    return usable;
  }

  #alive(key: string, now: number): Life | undefined {
    const life = this.#lives.get(key);
    return life && life.count > 0 && life.lapsesAt > now ? life : undefined;
  }

  #isCurrent(life: Life): boolean {
    return [...this.#lives.values()].includes(life);
  }
}
