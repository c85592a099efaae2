/** What goes on beside the orders: searches, clips, likes, vans with fresh stock, and a crawler at work. */
import { dishes, hubs, morningStock } from './map/city.ts';
import type { BrowseWish, Person } from './people.ts';
import { sitePages } from './site.ts';
import type { City } from './town.ts';

/** The index of what people look for, apart from what comes with the service. */
export const searchIndex = 'dishes';

const minuteMs = 60_000;

/** Types the first letters, looks at the list, and takes the name, which is thereby looked for once more. */
export async function search(city: City, name: string, letters: number): Promise<void> {
  const { hawker, ledger } = city;
  await hawker.autocomplete.query({ q: name.slice(0, letters), limit: 5, index: searchIndex });
  await hawker.autocomplete.train({ term: name }, { index: searchIndex });
  ledger.count('searches');
}

/** Somebody who does not order: looks for a dish, watches the newest clip, likes what friends ate. */
export async function browse(city: City, person: Person, wish: BrowseWish): Promise<void> {
  const { hawker, ledger } = city;
  await hawker.keyValue.put(`session:${person.id}`, wish.dish.name, { ttl: 1_800 });
  await search(city, wish.dish.name, wish.letters);
  if (wish.watchesClip) {
    const { videos } = await hawker.videoCatalog.list({ limit: 1 });
    const [clip] = videos;
    if (clip !== undefined) {
      await hawker.videoCatalog.watch(clip.id);
      ledger.count('clip views');
    }
  }
  if (wish.likesPosts) {
    const { timeline } = await hawker.newsFeed.timeline({ user: person.id, limit: 1 });
    const [newest] = timeline;
    if (newest !== undefined && !(await likes(city, newest.id, person))) ledger.count('likes');
  }
}

/** Remembers who liked what, as nobody likes the same twice. @returns whether it had been liked */
async function likes({ hawker }: City, post: string, { id: user }: Person): Promise<boolean> {
  const { error } = await hawker.keyValue
    .put(`like:${post}:${user}`, '', { 'if-none-match': '*' })
    .result();
  if (error !== undefined) return true;
  await hawker.newsFeed.react(post, 'like', { user });
  return false;
}

/** Every half an hour a van brings what is short, but not what is scarce. */
export async function driveVans(city: City): Promise<void> {
  const { hawker, time, ledger } = city;
  for (let tour = 1; !city.isOver(); tour++) {
    await time.sleep(30 * minuteMs);
    for (const { id: hub_id } of hubs) {
      const { stock } = await hawker.inventory.listStock(hub_id, { limit: 1_000 });
      for (const { sku, available } of stock) {
        const dish = dishes.find((each) => each.sku === sku)!;
        const delta = morningStock(dish) - available;
        if (dish.isScarce || delta < 10) continue;
        const reference = `van-${tour}-${hub_id}-${sku}`;
        await hawker.inventory.adjustStock({ hub_id, sku, delta, reason: 'delivery', reference });
        ledger.count('units brought to hubs', delta);
      }
    }
  }
}

/** Tiong Bahru cleans its floor for ten minutes of each hour. */
export async function cleanFloor(city: City): Promise<void> {
  const { hawker, time } = city;
  while (!city.isOver()) {
    await time.sleep(25 * minuteMs);
    await hawker.geo.patchHub('hub-tiong-bahru', { paused: true });
    await time.sleep(10 * minuteMs);
    await hawker.geo.patchHub('hub-tiong-bahru', { paused: false });
    await time.sleep(25 * minuteMs);
  }
}

/** Once an hour a crawler reads the site of the town, all of it but the kitchens. */
export async function crawlSite(city: City): Promise<void> {
  const { hawker, time, ledger, site } = city;
  while (!city.isOver()) {
    const { job_id } = await hawker.crawler.start({
      url: `${site}/`,
      max_pages: 200,
      same_host: true,
      formats: ['markdown'],
    });
    if (await isCompleted(city, job_id)) ledger.count('pages to crawl', sitePages);
    await time.sleep(60 * minuteMs);
  }
}

/**
 * Follows a crawl to its end, or cancels it when the town closes: a crawl waits between two pages by
 * real time, and the town would stand still for as long.
 */
async function isCompleted({ hawker, isOver }: City, job_id: string): Promise<boolean> {
  for await (const { data } of hawker.crawler.follow(job_id)) {
    if ('ended_at' in data) return data.status === 'completed';
    if (isOver()) await hawker.crawler.cancel(job_id).result();
  }
  return false;
}
