/** What the services say of the town, read by their public APIs. */
import { pages, type Hawker } from '../../client/index.ts';
import { hubs } from '../map/city.ts';
import { launchOf } from '../launch.ts';
import { searchIndex } from '../side-stories.ts';
import { gazette } from '../opening.ts';
import type { City } from '../town.ts';

const pageSize = 1_000;

/** Reads all of a list that comes in pages. */
async function all<PageT extends { readonly next_cursor?: string | undefined }, T>(
  read: (page: { limit: number; cursor: string | undefined }) => Promise<PageT>,
  itemsOf: (page: PageT) => readonly T[],
): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const page of pages((cursor) => read({ limit: pageSize, cursor }))) {
    found.push(...itemsOf(page));
  }
  return found;
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
      all(
        (page) => inventory.listStock(id, page),
        ({ stock }) => stock,
      ),
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
      all(
        (page) => dispatch.listOrders(page),
        ({ orders }) => orders,
      ),
    ),
  );
  return lists.flat();
}

/** Drivers who have something to do. */
export async function busyDrivers({ dispatchA, dispatchB }: Hawker): Promise<number> {
  const lists = await Promise.all(
    [dispatchA, dispatchB].map((dispatch) =>
      all(
        (page) => dispatch.listDrivers(page),
        ({ drivers }) => drivers,
      ),
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
  all(
    (page) => chat.listRooms(page),
    ({ rooms }) => rooms,
  );

export const links = ({ hawker, name }: City) =>
  all(
    (page) => hawker.urlShortenerConsole.listLinks({ ...page, tag: name }),
    ({ links }) => links,
  );

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
  all(
    (page) => hawker.fileStore.listChildren(folder, page),
    ({ children }) => children,
  );

/** The timeline of the one who follows everybody. */
export const posts = ({ newsFeed }: Hawker) =>
  all(
    (page) => newsFeed.timeline({ ...page, user: gazette }),
    ({ timeline }) => timeline,
  );

export const usedCodes = ({ promotion }: Hawker) =>
  all(
    (page) => promotion.listCodes('neighbours', page),
    ({ codes }) => codes,
  );

export const clips = ({ videoCatalog }: Hawker) =>
  all(
    (page) => videoCatalog.list(page),
    ({ videos }) => videos,
  );

export const cartsLeft = ({ keyValue }: Hawker) =>
  all(
    (page) => keyValue.list({ ...page, prefix: 'cart:' }),
    ({ keys }) => keys,
  );

/** Pages of all crawls that read all there was. */
export async function crawledPages({ crawler }: Hawker): Promise<number> {
  const jobs = await all(
    (page) => crawler.list({ ...page, status: 'completed' }),
    ({ jobs }) => jobs,
  );
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
