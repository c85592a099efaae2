/** What is launched, when, and who comes: all of it follows from the seed. */
import { findHub, stallsOfLaunches, type Hub } from './map/city.ts';
import { ann, drawManner, type Manner, type Person } from './people.ts';
import { Random } from './random.ts';

export const flows = ['standard', 'weighted', 'race', 'lottery', 'voucher'] as const;

const products = [
  { sku: 'laksa-box', name: 'Laksa Box', price: 12 },
  { sku: 'kaya-set', name: 'Kaya Set', price: 8 },
  { sku: 'durian-puffs', name: 'Durian Puffs', price: 15 },
  { sku: 'golden-crab', name: 'Golden Crab', price: 39 },
  { sku: 'moon-cakes', name: 'Moon Cakes', price: 22 },
  { sku: 'satay-feast', name: 'Satay Feast', price: 18 },
  { sku: 'kopi-beans', name: 'Kopi Beans', price: 11 },
];

const [firstMs, everyMs] = [60_000, 9 * 60_000];
const [crowdSize, fanCount] = [16, 40];

/** After the town has opened. @param number from 1 */
export const launchAtMs = (number: number): number => firstMs + (number - 1) * everyMs;

export interface Buyer {
  readonly person: Person;
  readonly qty: number;
  readonly afterMs: number;
  /** How long the buyer stays in the waiting room. */
  readonly patienceMs: number;
  /** Tries before the sale is open. */
  readonly isEarly: boolean;
  /** Goes to the counter without having claimed a voucher. */
  readonly hasVoucher: boolean;
  readonly manner: Manner;
}

export interface Launch {
  readonly number: number;
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly flow: (typeof flows)[number];
  readonly stall: Hub;
  readonly fans: readonly string[];
  readonly crowd: readonly Buyer[];
}

/** Ann is always one of them. */
function fansOf(random: Random, people: readonly Person[]): string[] {
  const fans = random.sample(people, fanCount).map(({ id }) => id);
  return fans.includes(ann) ? fans : [ann, ...fans.slice(1)];
}

/** @param number from 1 */
export function launchOf(seed: number, number: number, people: readonly Person[]): Launch {
  const random = new Random(seed, 'launch', String(number));
  const product = products[(number - 1) % products.length]!;
  const crowd = random.sample(people, crowdSize).map((person, i): Buyer => ({
    person,
    qty: random.whole(1, 2),
    afterMs: random.whole(0, 30_000),
    patienceMs: random.whole(30_000, 240_000),
    isEarly: i === 0,
    hasVoucher: i > 2,
    // A person who comes to a launch is at home, and presses once.
    manner: { ...drawManner(random), from: 'home', code: undefined, presses: 1 },
  }));
  return {
    ...product,
    sku: `${product.sku}-${number}`,
    number,
    flow: flows[(number - 1) % flows.length]!,
    stall: findHub(random.pick(stallsOfLaunches)),
    fans: fansOf(random, people),
    crowd,
  };
}
