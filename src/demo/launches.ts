/** Every few minutes something new is sold to a crowd: five kinds of sale, one after the other. */
import { hubs } from './city.ts';
import { Refused } from './ledger.ts';
import { placeOrder, type Line, type Order } from './order.ts';
import { drawManner, type Manner, type Person } from './people.ts';
import { Random } from './random.ts';
import { buy, hammer, winPrize } from './sale.ts';
import type { City } from './town.ts';

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

const [firstMs, everyMs] = [2 * 60_000, 9 * 60_000];
const [countdownMs, openMs] = [60_000, 5 * 60_000];
const [stock, crowdSize, vouchers, winners] = [8, 16, 10, 4];
/** How long a hold lasts. */
export const holdSeconds = 60;

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
  readonly stall: (typeof hubs)[number];
  readonly fans: readonly string[];
  readonly crowd: readonly Buyer[];
}

/** What is launched as the n-th, from 1, and who comes: it follows from the seed alone. */
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
    // Whoever comes to a launch is at home, and presses once.
    manner: { ...drawManner(random), from: 'home', code: undefined, presses: 1 },
  }));
  return {
    ...product,
    sku: `${product.sku}-${number}`,
    number,
    flow: flows[(number - 1) % flows.length]!,
    stall: random.pick(hubs),
    fans: random.sample(people, 40).map(({ id }) => id),
    crowd,
  };
}

/** One launch after the other, until the town closes. */
export async function launchAll(city: City): Promise<void> {
  const { time, seed, people, choices } = city;
  for (let number = 1; ; number++) {
    await time.sleepUntil(launchAtMs(number));
    if (city.isOver()) return;
    const launch = launchOf(seed, number, people);
    choices.add(launchAtMs(number), 'launches', launch);
    city.begin(launch.sku, () => hold(city, launch));
  }
}

/** After the town has opened. @param number from 1 */
export const launchAtMs = (number: number): number => firstMs + (number - 1) * everyMs;

/** From the announcement to the close of the counter. */
async function hold(city: City, launch: Launch): Promise<void> {
  const { hawker, time, ledger } = city;
  const { sku: product_id, flow } = launch;
  await announce(city, launch);
  await hawker.flashSale.load({
    product_id,
    flow,
    total_stock: stock,
    hold_seconds: holdSeconds,
    per_user_limit: 2,
    starts_at: time.now() + countdownMs,
    ...(flow === 'voucher' && { voucher_limit: vouchers }),
  });
  ledger.count('units launched', stock);
  for (const buyer of launch.crowd) comes(city, launch, buyer);
  await time.sleep(countdownMs + 35_000);
  if (flow === 'standard') city.begin('bot-7', () => hammer(city, launch));
  if (flow === 'lottery') await hawker.flashSale.draw({ product_id, winners });
  await time.sleep(openMs);
  await hawker.flashSale.setState({ product_id, state: 'closed' });
}

async function announce({ hawker, ledger, name: town }: City, launch: Launch): Promise<void> {
  const { sku, name, stall, fans } = launch;
  await hawker.videoCatalog.upload(
    { title: `${name}: how it is made`, tags: ['launch', sku] },
    { 'idempotency-key': `${town}-${sku}` },
  );
  ledger.count('launches');
  await hawker.notification.sendInBulk({
    user_ids: [...fans],
    channel: 'in_app',
    title: `Launch: ${sku}`,
    body: `${name}, in a minute, at ${stall.name}. ${stock} of them.`,
    category: 'launches',
  });
  ledger.count('fans told', fans.length);
}

function comes(city: City, launch: Launch, buyer: Buyer): void {
  const { person, isEarly, manner } = buyer;
  const { sku, name, price, stall } = launch;
  const id = `order-${person.id}-${sku}`;
  const lines: Line[] = [{ sku, name, category: 'boxes', price, qty: buyer.qty }];
  const order: Order = {
    id,
    person,
    lines: launch.flow === 'lottery' ? [{ ...lines[0]!, qty: 1 }] : lines,
    manner,
    stall,
    fleet: 'sale',
    take: () => (launch.flow === 'lottery' ? winPrize : buy)(city, launch, buyer, id),
  };
  city.begin(id, async () => {
    if (isEarly) await tooEarly(city, launch, buyer);
    await city.time.sleep(countdownMs + buyer.afterMs);
    await placeOrder(city, order);
  });
}

/** @throws what refused it, unless it is that the sale is not open yet */
async function tooEarly(city: City, launch: Launch, buyer: Buyer): Promise<void> {
  if (launch.flow === 'lottery' || launch.flow === 'voucher') return;
  const id = `early-${buyer.person.id}-${launch.sku}`;
  try {
    const held = await buy(city, launch, buyer, id);
    await held.release();
    throw new Error('it was sold before it was open');
  } catch (error) {
    if (!(error instanceof Refused) && (error as { code?: string }).code !== 'SALE_NOT_OPEN')
      throw error;
    city.ledger.refused('SALE_NOT_OPEN');
  }
}
