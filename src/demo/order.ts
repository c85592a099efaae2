/**
 * An order, the whole way: from the address to the post about it. What is taken, from a hub's stock or
 * from a sale, is all that differs.
 */
import { plural } from '#kit/base/plural.ts';
import { findHub, type Hub } from './map/city.ts';
import { bring } from './delivery.ts';
import { Refused } from './summary/ledger.ts';
import type { Manner, Person } from './people.ts';
import { search } from './side-stories.ts';
import { onTheLake, placeOf, type MapPoint } from './map/streets.ts';
import type { City } from './town.ts';

/** What is in a cart. */
export interface Line {
  readonly sku: string;
  readonly name: string;
  readonly category: string;
  readonly price: number;
  readonly qty: number;
}

/** Units that are kept for an order, until it is paid. */
export interface Held {
  /** @throws HawkerError when the units are no longer held */
  confirm(isLate: boolean): Promise<void>;
  release(): Promise<void>;
}

export interface Order {
  readonly id: string;
  readonly person: Person;
  readonly lines: readonly Line[];
  readonly manner: Manner;
  /** Where it is sold; undefined: at the hub that serves the address. */
  readonly stall: Hub | undefined;
  /** Which drivers bring it. */
  readonly fleet: 'hub' | 'sale';
  /** Takes the units, or says why not. */
  take(hub: Hub): Promise<Held>;
}

/** @throws Refused, HawkerError: who orders is told why there will be nothing */
export async function placeOrder(city: City, order: Order): Promise<void> {
  const { ledger } = city;
  ledger.count('orders placed');
  await askAtTheDoor(city, order);
  await search(city, order.lines[0]!.name, 3);
  const address = addressOf(order);
  const hub = await findServingHub(city, address);
  await fillCart(city, order);
  const code = await applyPromotions(city, order, hub);
  await buy(city, order, hub);

  const units = unitsOf(order.lines);
  ledger.count('orders confirmed');
  ledger.count('units confirmed', units);
  await emptyCart(city, order);
  const note = `${plural(units, 'unit')}${code === undefined ? '' : `, code ${code}`}`;
  await bring(city, { ...order, hub: order.stall ?? hub, to: address, note });
}

export const unitsOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { qty }) => sum + qty, 0);

/** Asks a person who presses the button again and again to wait. */
async function askAtTheDoor({ hawker, ledger }: City, { person, manner }: Order): Promise<void> {
  let isAllowed = false;
  for (let press = 0; press < manner.presses; press++) {
    const check = { policy: 'order-desk', key: person.id };
    const { allowed } = await hawker.rateLimiter.check(check);
    ledger.count(allowed ? 'checks allowed' : 'checks refused');
    if (!allowed) ledger.refused('ORDER_DESK_BUSY');
    isAllowed ||= allowed;
  }
  if (!isAllowed) throw new Refused('ORDER_DESK_BUSY');
}

function addressOf({ person, manner: { from } }: Order): MapPoint {
  if (from === 'lake') return onTheLake;
  if (from === 'abroad') return { lat: 1.2494, lng: 103.8303 };
  return placeOf(person.home);
}

/** @throws Refused when nobody serves the address, or nobody now */
async function findServingHub({ hawker }: City, address: MapPoint): Promise<Hub> {
  const { serviceable, hub_id, reason } = await hawker.geo.locate(address);
  if (serviceable) return findHub(hub_id!);
  if (reason === 'closed') throw new Refused('HUB_CLOSED');
  throw new Refused(reason === 'paused' ? 'HUB_PAUSED' : 'OUT_OF_AREA');
}

/** It stays for a day, should its owner not come back. */
async function fillCart({ hawker, ledger }: City, { id, person, lines }: Order): Promise<void> {
  const cart = JSON.stringify({ person: person.id, lines });
  await hawker.keyValue.put(`cart:${id}`, cart, { ttl: 86_400 });
  ledger.count('carts filled');
}

async function emptyCart({ hawker, ledger }: City, { id }: Order): Promise<void> {
  await hawker.keyValue.delete(`cart:${id}`);
  ledger.count('carts emptied');
}

/** @returns the code that was used */
async function applyPromotions(city: City, order: Order, hub: Hub): Promise<string | undefined> {
  const { hawker, ledger } = city;
  const { id, person, lines, manner } = order;
  const total = Number(lines.reduce((sum, { price, qty }) => sum + price * qty, 0).toFixed(2));
  const items = lines.map(({ sku, category, price, qty }) => ({ sku, category, price, qty }));
  const { applied, refused } = await hawker.promotion.apply({
    order_id: id,
    cart: { total, hub_id: hub.id, items },
    customer: { id: person.id, device_fingerprint: `phone-${person.id}`, order_count: 1 },
    ...(manner.code === undefined ? {} : { codes: [manner.code] }),
  });
  for (const { code, reason } of refused) {
    if (code !== undefined) ledger.refused(reason.toUpperCase().replaceAll(' ', '_'));
  }
  return applied.find(({ code }) => code !== undefined)?.code;
}

/** Takes the units, pays and confirms. Whatever goes wrong, promotions get their uses back. */
async function buy({ hawker, time }: City, order: Order, hub: Hub): Promise<void> {
  const { id, manner } = order;
  try {
    const held = await order.take(hub);
    if (manner.changesMind) {
      await held.release();
      throw new Refused('CHANGED_MIND');
    }
    if (manner.pays === 'slowly') await time.sleep(15_000);
    const isLate = manner.pays.includes('late');
    if (isLate) await time.sleep(100_000);
    await held.confirm(manner.pays === 'late, and taken all the same');
  } catch (error) {
    await hawker.promotion.cancelOrder(id);
    throw error;
  }
}
