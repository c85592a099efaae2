/** A product: its row, and its hash; and how places in the waiting room are numbered. */
import type { Row, Value } from '#kit/moving/movable-store.ts';

export type Product = Row & { readonly product_id: string; readonly generation: number };

/** The number that separates the classes of a room: see REGULAR in lua/lib/base.lua. */
const regular = 2 ** 52;

/** Sequence numbers are from 0 in rows, and from 1 in scores: 0 stands for nobody there, -1 here. */
export const ranks = {
  scoreOf: (ofClass: number, seq: number): number => ofClass * regular + seq + 1,
  placeOf(score: number): { class: 0 | 1; seq: number } {
    return score < regular ? { class: 0, seq: score - 1 } : { class: 1, seq: score - regular - 1 };
  },
};

interface Rules {
  readonly holdMs?: number;
  readonly userLimit?: number;
  readonly startsAt?: number;
  readonly endsAt?: number;
}

export function productOf(product_id: string, hash: Readonly<Record<string, string>>): Product {
  const number = (name: string, none: number | null = 0) =>
    hash[name] === undefined ? none : Number(hash[name]);
  const rules = JSON.parse(hash['rules'] ?? '{}') as Rules;
  const passed = (name: string) =>
    hash[name] === undefined ? -1 : ranks.placeOf(number(name)!).seq;
  return {
    product_id,
    flow: hash['flow']!,
    generation: number('generation')!,
    loaded: number('loaded'),
    released: number('released'),
    expired: number('expired'),
    hold_ms: rules.holdMs ?? null,
    user_limit: rules.userLimit ?? null,
    starts_at: rules.startsAt ?? null,
    ends_at: rules.endsAt ?? null,
    mode: hash['mode'] ?? 'open',
    slots: hash['slots']!,
    vouchers_left: number('vouchers_left'),
    opened_at: number('opened_at', number('last_joined_at')),
    last_joined_at: number('last_joined_at'),
    last_return_at: number('last_return_at', null),
    return_interval: number('return_interval', null),
    promoting: hash['promoting'] === undefined ? 0 : 1,
    passed_premium: passed('passed_premium'),
    passed_regular: passed('passed_regular'),
  };
}

/** Names and values of its hash, except counts over other rows. */
export function fieldsOf(row: Row): (string | number)[] {
  const { hold_ms, user_limit, starts_at, ends_at, mode, generation } = row;
  const rules = Object.entries({
    holdMs: hold_ms,
    userLimit: user_limit,
    startsAt: starts_at,
    endsAt: ends_at,
  }).filter(([, value]) => value !== null);
  const { flow, slots, last_joined_at } = row;
  const fields: Record<string, Value | undefined> = { flow, slots, generation, last_joined_at };
  if (Number(generation) > 0) {
    for (const name of ['loaded', 'released', 'expired', 'vouchers_left', 'opened_at']) {
      fields[name] = row[name];
    }
  }
  if (rules.length > 0) fields['rules'] = JSON.stringify(Object.fromEntries(rules));
  if (mode !== 'open') fields['mode'] = mode;
  fields['last_return_at'] = row['last_return_at'];
  fields['return_interval'] = row['return_interval'];
  for (const [ofClass, name] of ['passed_premium', 'passed_regular'].entries()) {
    if (row[name] !== -1) fields[name] = ranks.scoreOf(ofClass, Number(row[name]));
  }
  return Object.entries(fields).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [name, value],
  );
}
