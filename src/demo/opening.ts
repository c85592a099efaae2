/** The opening of the town: its hubs, stock, promotions and people. */
import type { Hawker } from '../client/index.ts';
import {
  codes,
  coverageOf,
  dishes,
  hubs,
  type Hub,
  morningStock,
  promotions,
  usesOfACode,
} from './map/city.ts';
import { placeOf } from './map/streets.ts';
import { ann, type Person } from './people.ts';
import { Random } from './random.ts';
import type { Ledger } from './summary/ledger.ts';
import type { City } from './town.ts';

/** The user who follows everybody: this timeline has every post. */
export const gazette = 'gazette';

const [friendsOfEach, friendsOfAnn] = [3, 60];
/** What friends of Ann have posted when the town opens: the first order takes minutes to arrive. */
const morningPosts = [
  'Good morning! Is anybody else thinking of laksa already?',
  'The queue at Maxwell is short today.',
  'Kopi first, then everything else.',
];
const receiptsOwner = 'order-desk';

/** @returns the id of the folder of receipts */
export async function openTown(
  hawker: Hawker,
  ledger: Ledger,
  people: readonly Person[],
  { seed, now }: { readonly seed: number; readonly now: number },
): Promise<City['receipts']> {
  await openHubs(hawker, ledger, now);
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

async function openHubs(hawker: Hawker, ledger: Ledger, now: number): Promise<void> {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
  for (const hub of hubs) {
    const { id: hub_id, name } = hub;
    const weekly = [{ days: [...days], ...hoursOf(hub, now) }];
    await hawker.geo.saveHub({
      hub_id,
      name,
      ...placeOf(hub.corner),
      coverage: coverageOf(hub),
      stock_availability: 1,
      rider_availability: 1,
      opening_hours: { timezone: localTimeZone(), weekly },
    });
  }
  const items = hubs.flatMap(({ id: hub_id }) =>
    dishes.map((dish) => ({ hub_id, sku: dish.sku, quantity: morningStock(dish) })),
  );
  await hawker.inventory.loadStockInBulk({ items });
  for (const { quantity } of items) ledger.count('units brought to hubs', quantity);
}

/**
 * The hours of a hub by the clock of this machine, which console and progress lines show, too. They are
 * moved so that something is open whenever the demo is started: the hour in which it is, is eleven.
 */
export function hoursOf({ from, to }: Pick<Hub, 'from' | 'to'>, now: number) {
  const later = new Date(now).getHours() - 11;
  const moved = (time: string) => {
    const [hour, minute] = time.split(':');
    return `${String((Number(hour) + later + 24) % 24).padStart(2, '0')}:${minute}`;
  };
  return { from: moved(from), to: moved(to) };
}

function localTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // Where TZ names none, Node takes the time of Greenwich.
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}

async function introduce(
  { newsFeed }: Hawker,
  people: readonly Person[],
  seed: number,
): Promise<void> {
  for (const id of [gazette, ...people.map((person) => person.id)]) await newsFeed.addUser({ id });
  for (const { id } of people) {
    await newsFeed.follow({ follower_id: gazette, followee_id: id });
    for (const friend of friendsOf(id, people, seed)) {
      await newsFeed.follow({ follower_id: id, followee_id: friend.id });
    }
  }
  const friends = friendsOf(ann, people, seed);
  for (const [i, content] of morningPosts.entries()) {
    await newsFeed.publish({ user_id: friends[i]!.id, content });
  }
}

function friendsOf(id: string, people: readonly Person[], seed: number): readonly Person[] {
  const others = people.filter((person) => person.id !== id);
  const count = id === ann ? friendsOfAnn : friendsOfEach;
  return new Random(seed, 'friends', id).sample(others, count);
}
