/** Lists of drivers and orders for the operator, and the board: both for a map, as they change. */
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { Dispatch } from './dispatch.ts';
import type { OrderGroup } from './rules/rules.ts';
import type { ListedDriver } from './store/drivers.ts';
import type { ListedOrder } from './store/orders.ts';
import type { Page } from './store/record.ts';

/** Records read at once. */
const portion = 100;

/** Entries of a list, portion by portion; it returns the last id, when others follow. */
export type Entries<T> = AsyncGenerator<T[], string | undefined>;

/** @throws Refusal STORE_UNAVAILABLE */
export function listDrivers(
  { store }: Dispatch,
  { status, ...page }: Page & { readonly status?: string | undefined },
): Entries<ListedDriver> {
  return list(
    (part) => store.drivers.page(part),
    ({ driver }) => driver.driverId,
    ({ driver }) => status === undefined || driver.state === status,
    page,
  );
}

/** @throws Refusal STORE_UNAVAILABLE */
export function listOrders(
  { store }: Dispatch,
  { group, ...page }: Page & { readonly group?: OrderGroup | undefined },
): Entries<ListedOrder> {
  return list(
    (part) => store.orders.page({ ...part, group }),
    ({ order }) => order.orderId,
    () => true,
    page,
  );
}

async function* list<T>(
  read: (page: Page) => Promise<T[]>,
  idOf: (entry: T) => string,
  isWanted: (entry: T) => boolean,
  { after, limit }: Page,
): Entries<T> {
  const slice = new TimeSlice();
  let [left, last] = [limit, after];
  for (let from = after; ;) {
    if (slice.isOver) await slice.next();
    const entries = await read({ after: from, limit: portion });
    const wanted = entries.filter(isWanted);
    const shown = wanted.slice(0, left);
    if (shown.length > 0) yield shown;
    last = shown.length > 0 ? idOf(shown.at(-1)!) : last;
    left -= shown.length;
    if (wanted.length > shown.length) return last;
    if (entries.length < portion) return undefined;
    from = idOf(entries.at(-1)!);
  }
}

/** Drivers, and orders that are not over: by id, as the JSON texts that are shown. */
export interface Snapshot {
  readonly drivers: ReadonlyMap<string, string>;
  readonly orders: ReadonlyMap<string, string>;
}

/** How drivers and orders are shown on the board. */
export interface Show {
  readonly driver: (entry: ListedDriver) => object;
  readonly order: (entry: ListedOrder) => object;
}

/** One replica's picture of all drivers and orders, while somebody looks at it. */
export class Board {
  readonly #dispatch: Dispatch;
  readonly #show: Show;
  #snapshot: Snapshot | undefined;
  #reading: Promise<Snapshot> | undefined;

  constructor(dispatch: Dispatch, show: Show) {
    this.#dispatch = dispatch;
    this.#show = show;
  }

  /** The latest picture: the first one is taken now. */
  async present(): Promise<Snapshot> {
    return this.#snapshot ?? this.refresh();
  }

  /** Takes a new picture. */
  refresh(): Promise<Snapshot> {
    return (this.#reading ??= this.#read().finally(() => (this.#reading = undefined)));
  }

  /** Nobody is watching any longer. */
  forget(): void {
    this.#snapshot = undefined;
  }

  async #read(): Promise<Snapshot> {
    const all = { after: '', limit: Infinity };
    const { driver, order } = this.#show;
    const [drivers, orders] = [new Map<string, string>(), new Map<string, string>()];
    for await (const entries of listDrivers(this.#dispatch, all)) {
      for (const entry of entries)
        drivers.set(entry.driver.driverId, JSON.stringify(driver(entry)));
    }
    for await (const entries of listOrders(this.#dispatch, { ...all, group: 'open' })) {
      for (const entry of entries) orders.set(entry.order.orderId, JSON.stringify(order(entry)));
    }
    return (this.#snapshot = { drivers, orders });
  }
}

/** The changes that take a client from one picture to the next. */
export interface BoardChanges {
  /** JSON texts. */
  readonly drivers: readonly string[];
  readonly orders: readonly string[];
  readonly gone: { readonly drivers: readonly string[]; readonly orders: readonly string[] };
}

/** @param before undefined: nothing was seen yet */
export async function changesBetween(
  before: Snapshot | undefined,
  after: Snapshot,
): Promise<BoardChanges> {
  const slice = new TimeSlice();
  const none = new Map<string, string>();
  const drivers = await difference(before?.drivers ?? none, after.drivers, slice);
  const orders = await difference(before?.orders ?? none, after.orders, slice);
  const gone = { drivers: drivers.gone, orders: orders.gone };
  return { drivers: drivers.changed, orders: orders.changed, gone };
}

async function difference(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  slice: TimeSlice,
) {
  const [changed, gone]: [string[], string[]] = [[], []];
  for (const [id, text] of after) {
    if (slice.isOver) await slice.next();
    if (before.get(id) !== text) changed.push(text);
  }
  for (const id of before.keys()) {
    if (slice.isOver) await slice.next();
    if (!after.has(id)) gone.push(id);
  }
  return { changed, gone };
}
