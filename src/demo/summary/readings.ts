/** What the services say of the town, read by their public APIs. */
import type { Hawker } from '../../client/index.ts';
import { hubs } from '../map/city.ts';
import { launchOf } from '../launch.ts';
import { searchIndex } from '../side-stories.ts';
import { gazette } from '../opening.ts';
import type { City } from '../town.ts';

const pageSize = 1_000;

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor?: string | undefined;
}

/** All of a list that comes in pages. */
async function all<T>(
  read: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await read({ limit: pageSize, ...(cursor !== undefined && { cursor }) });
    found.push(...page.items);
    cursor = page.next_cursor;
    if (cursor === undefined) return found;
  }
}

export const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
};

interface StockReading {
  readonly available: number;
  readonly held: number;
  readonly confirmed: number;
}

const added = (stocks: readonly StockReading[]): StockReading => ({
  available: sum(stocks.map(({ available }) => available)),
  held: sum(stocks.map(({ held }) => held)),
  confirmed: sum(stocks.map(({ confirmed }) => confirmed)),
});

export async function stockOfHubs({ inventory }: Hawker): Promise<StockReading> {
  const stocks = await Promise.all(
    hubs.map(({ id }) =>
      all(async (page) => {
        const { stock, next_cursor } = await inventory.listStock(id, page);
        return { items: stock, next_cursor };
      }),
    ),
  );
  return added(stocks.flat());
}

export async function stockOfLaunches({ hawker, seed, people, ledger }: City) {
  const numbers = Array.from({ length: ledger.of('launches') }, (_, i) => i + 1);
  const stocks = await Promise.all(
    numbers.map((number) =>
      hawker.flashSale.showStock({ product_id: launchOf(seed, number, people).sku }),
    ),
  );
  return { ...added(stocks), waiting: sum(stocks.map(({ waiting }) => waiting)) };
}

/** Units of an order by its note; what somebody dispatched by hand is none of the town's. */
export const unitsOf = (note: string): number => Number(/^(\d+) units?\b/.exec(note)?.[1] ?? 0);

/** Returns the orders of both fleets. */
export async function orders({ dispatchA, dispatchB }: Hawker) {
  const lists = await Promise.all(
    [dispatchA, dispatchB].map((dispatch) =>
      all(async (page) => {
        const { orders: items, next_cursor } = await dispatch.listOrders(page);
        return { items, next_cursor };
      }),
    ),
  );
  return lists.flat();
}

/** Drivers who have something to do. */
export async function busyDrivers({ dispatchA, dispatchB }: Hawker): Promise<number> {
  const lists = await Promise.all(
    [dispatchA, dispatchB].map((dispatch) =>
      all(async (page) => {
        const { drivers: items, next_cursor } = await dispatch.listDrivers(page);
        return { items, next_cursor };
      }),
    ),
  );
  return lists.flat().filter(({ status }) => status.toLowerCase() !== 'idle').length;
}

/** How many of the town's inboxes begin so. */
export async function notifications({ hawker, people }: City) {
  const titles: string[] = [];
  for (const { id: user } of people) {
    for (let before: string | undefined; ;) {
      const page = { user, limit: pageSize, ...(before !== undefined && { before }) };
      const { notifications: items } = await hawker.notification.list(page);
      titles.push(...items.map(({ title }) => title));
      before = items.at(-1)?.id;
      if (items.length < pageSize) break;
    }
  }
  return (beginning: string) => titles.filter((title) => title.startsWith(beginning)).length;
}

export const rooms = ({ chat }: Hawker) =>
  all(async (page) => {
    const { rooms: items, next_cursor } = await chat.listRooms(page);
    return { items, next_cursor };
  });

export const links = ({ hawker, name }: City) =>
  all(async (page) => {
    const list = await hawker.urlShortenerConsole.listLinks({ ...page, tag: name });
    return { items: list.links, next_cursor: list.next_cursor };
  });

/** As the charts show them: without bots. */
export async function clicksOfPeople(city: City): Promise<number> {
  const { urlShortenerConsole } = city.hawker;
  const totals: number[] = [];
  for (const { code } of await links(city)) {
    totals.push((await urlShortenerConsole.showClicks(code)).total);
  }
  return sum(totals);
}

export const receipts = ({ hawker, receipts: { folder } }: City) =>
  all(async (page) => {
    const { children: items, next_cursor } = await hawker.fileStore.listChildren(folder, page);
    return { items, next_cursor };
  });

/** The timeline of the one who follows everybody. */
export const posts = ({ newsFeed }: Hawker) =>
  all(async (page) => {
    const { timeline: items, next_cursor } = await newsFeed.timeline({ ...page, user: gazette });
    return { items, next_cursor };
  });

export const usedCodes = ({ promotion }: Hawker) =>
  all(async (page) => {
    const { codes: items, next_cursor } = await promotion.listCodes('neighbours', page);
    return { items, next_cursor };
  });

export const clips = ({ videoCatalog }: Hawker) =>
  all(async (page) => {
    const { videos: items, next_cursor } = await videoCatalog.list(page);
    return { items, next_cursor };
  });

export const cartsLeft = ({ keyValue }: Hawker) =>
  all(async (page) => {
    const list = await keyValue.list({ ...page, prefix: 'cart:' });
    return { items: list.keys, next_cursor: list.next_cursor };
  });

/** Pages of all crawls that read all there was. */
export async function crawledPages({ crawler }: Hawker): Promise<number> {
  const jobs = await all(async (page) => {
    const { jobs: items, next_cursor } = await crawler.list({ ...page, status: 'completed' });
    return { items, next_cursor };
  });
  const shown = await Promise.all(jobs.map(({ id }) => crawler.show(id)));
  return sum(shown.map(({ job }) => job.pages.length));
}

export async function searches({ autocomplete }: Hawker): Promise<number> {
  const { results } = await autocomplete.query({ q: '', limit: pageSize, index: searchIndex });
  return sum(results.map(({ freq }) => freq));
}

/** Differences between stock and record that nothing explains. */
export async function unexplained({ inventory }: Hawker): Promise<number> {
  const { differences, unbalanced, rejected } = await inventory.reconcile();
  const open = differences.filter(({ explained_by }) => explained_by === null);
  return open.length + unbalanced.length + rejected.length;
}

/** What the order desk let in, and what not: the console's metrics, since windows forget. */
export async function checks({ console: address }: City) {
  const text = await (await fetch(`${address}/metrics`)).text();
  const of = (what: string) => {
    const name = `hawker_rate_limiter_policy_${what}_total`;
    const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
    const own = lines.find((line) => line.includes('policy="order-desk"'));
    return own === undefined ? 0 : Number(own.split(' ').at(-1));
  };
  return { allowed: of('allowed'), refused: of('refused') };
}
