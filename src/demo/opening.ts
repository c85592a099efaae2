/** The opening of the town: its hubs, stock, promotions and people. */
import type { Hawker } from '../client/index.ts';
import {
  codes,
  coverageOf,
  dishes,
  hubs,
  morningStock,
  promotions,
  usesOfACode,
} from './map/city.ts';
import { placeOf } from './map/streets.ts';
import { ann, type Person } from './people.ts';
import { Random } from './random.ts';
import type { Ledger } from './summary/ledger.ts';
import type { City } from './town.ts';

/** Who follows everybody: the timeline of this user has every post. */
export const gazette = 'gazette';

const [friendsOfEach, friendsOfAnn] = [3, 60];
const receiptsOwner = 'order-desk';

/** @returns the id of the folder of receipts */
export async function openTown(
  hawker: Hawker,
  ledger: Ledger,
  people: readonly Person[],
  { seed, now }: { readonly seed: number; readonly now: number },
): Promise<City['receipts']> {
  await openHubs(hawker, ledger, timeZoneOfTown(now));
  for (const rule of promotions) await hawker.promotion.createRule(rule);
  await hawker.promotion.createCodes('neighbours', { codes, uses_per_code: usesOfACode });
  await hawker.rateLimiter.putPolicy('order-desk', {
    algorithm: 'sliding-window',
    limits: [{ limit: 3, window_ms: 60_000 }],
    on_outage: 'allow',
  });
  await introduce(hawker, people, seed);
  const premium = people.filter(({ isPremium }) => isPremium).map(({ id }) => id);
  await hawker.flashSale.setTier({ user_ids: premium, tier: 'premium' });
  const folder = await hawker.fileStore.createFolder({ name: 'Receipts', owner_id: receiptsOwner });
  return { owner: receiptsOwner, folder: folder.id };
}

async function openHubs(hawker: Hawker, ledger: Ledger, timezone: string): Promise<void> {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
  for (const hub of hubs) {
    const { id: hub_id, name, from, to } = hub;
    const weekly = [{ days: [...days], from, to }];
    await hawker.geo.saveHub({
      hub_id,
      name,
      ...placeOf(hub.corner),
      coverage: coverageOf(hub),
      stock_availability: 1,
      rider_availability: 1,
      opening_hours: { timezone, weekly },
    });
  }
  const items = hubs.flatMap(({ id: hub_id }) =>
    dishes.map((dish) => ({ hub_id, sku: dish.sku, quantity: morningStock(dish) })),
  );
  await hawker.inventory.loadStockInBulk({ items });
  for (const { quantity } of items) ledger.count('units brought to hubs', quantity);
}

/**
 * The town lies in that time zone in which it is between eleven and twelve when it opens, so that
 * something is open whenever the demo is started, and the console shows no instants of another day.
 */
export function timeZoneOfTown(now: number): string {
  const hours = (11 - new Date(now).getUTCHours() + 24) % 24;
  // East of Greenwich has a minus in these names.
  return hours <= 14 ? `Etc/GMT-${hours}` : `Etc/GMT+${24 - hours}`;
}

async function introduce(
  { newsFeed }: Hawker,
  people: readonly Person[],
  seed: number,
): Promise<void> {
  for (const id of [gazette, ...people.map((person) => person.id)]) await newsFeed.addUser({ id });
  for (const { id } of people) {
    await newsFeed.follow({ follower_id: gazette, followee_id: id });
    const others = people.filter((person) => person.id !== id);
    const friends = id === ann ? friendsOfAnn : friendsOfEach;
    for (const friend of new Random(seed, 'friends', id).sample(others, friends)) {
      await newsFeed.follow({ follower_id: id, followee_id: friend.id });
    }
  }
}
