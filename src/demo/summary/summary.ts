/** Numbers that must be the same wherever they are read, and how they are. */
import { plural } from '#kit/base/plural.ts';
import * as read from './readings.ts';
import type { City } from '../town.ts';

/** The same number, by each who tells it. */
export interface Agreement {
  readonly about: string;
  readonly numbers: Readonly<Record<string, number>>;
}

export const disagrees = ({ numbers }: Agreement): boolean =>
  new Set(Object.values(numbers)).size > 1;

/** Asks all services. The town must be closed, or numbers go on moving while they are read. */
export async function readAgreements(city: City): Promise<readonly Agreement[]> {
  const dispatched = await read.orders(city.hawker);
  const notes = dispatched.map(({ note = '' }) => note);
  return [
    await aboutOrders(city, dispatched),
    ...(await aboutUnits(city, notes)),
    ...(await aboutPeople(city)),
    ...(await aboutMedia(city)),
    ...(await aboutCodes(city, notes)),
    await aboutRest(city, dispatched),
  ];
}

type Dispatched = Awaited<ReturnType<typeof read.orders>>;

async function aboutOrders(city: City, dispatched: Dispatched): Promise<Agreement> {
  const { hawker, ledger } = city;
  const told = await read.notifications(city);
  const rooms = await read.rooms(hawker);
  const links = await read.links(city);
  const receipts = await read.receipts(city);
  const posts = await read.posts(hawker);
  return {
    about: 'orders',
    numbers: {
      confirmed: ledger.of('orders confirmed'),
      dispatched: dispatched.length,
      delivered: dispatched.filter(({ status }) => status === 'delivered').length,
      'notified of the way': told('On the way: '),
      'notified of the delivery': told('Delivered: '),
      'rooms of chat': rooms.filter(({ name }) => name.startsWith('order-')).length,
      'short links': links.length,
      'links followed': links.filter(({ clicks }) => clicks > 0).length,
      receipts: receipts.length,
      'posts in a timeline': posts.filter(({ extra }) => extra?.['order'] !== undefined).length,
    },
  };
}

/** What was sold is what is gone from the shelves, and what drivers had on board. */
async function aboutUnits(city: City, notes: readonly string[]): Promise<Agreement[]> {
  const { hawker, ledger } = city;
  const hubs = await read.stockOfHubs(hawker);
  const launches = await read.stockOfLaunches(city);
  const brought = ledger.of('units brought to hubs') + ledger.of('units launched');
  const left = hubs.available + hubs.held + launches.available + launches.held;
  return [
    {
      about: 'units',
      numbers: {
        'bought by people': ledger.of('units confirmed'),
        'confirmed by inventory and flash sale': hubs.confirmed + launches.confirmed,
        'gone from stock': brought - left,
        'dispatched to people': read.sum(notes.map(read.unitsOf)),
      },
    },
    {
      about: 'units still held',
      numbers: { expected: 0, hubs: hubs.held, launches: launches.held },
    },
    {
      about: 'people still in a waiting room',
      numbers: { expected: 0, launches: launches.waiting },
    },
    {
      about: 'differences between stock and record',
      numbers: { expected: 0, unexplained: await read.unexplained(hawker) },
    },
  ];
}

async function aboutPeople(city: City): Promise<Agreement[]> {
  const { hawker, ledger } = city;
  const links = await read.links(city);
  const told = await read.notifications(city);
  const checks = await read.checks(city);
  const posts = await read.posts(hawker);
  const likes = posts.map(({ reactions }) => reactions?.['like'] ?? 0);
  const carts = await read.cartsLeft(hawker);
  const clicks = read.sum(links.map((link) => link.clicks));
  const leftBehind = ledger.of('carts filled') - ledger.of('carts emptied');
  return [
    {
      about: 'clicks',
      numbers: {
        made: ledger.of('link clicks'),
        counted: clicks,
        'by day': await read.clicksOfPeople(city),
      },
    },
    agreement('fans', 'meant', ledger.of('fans told'), 'told of launches', told('Launch: ')),
    agreement(
      'let in by the order desk',
      'people',
      ledger.of('checks allowed'),
      'limiter',
      checks.allowed,
    ),
    agreement('sent away by it', 'people', ledger.of('checks refused'), 'limiter', checks.refused),
    agreement('likes', 'given', ledger.of('likes'), 'in the timeline', read.sum(likes)),
    agreement('carts left behind', 'by people', leftBehind, 'key-value', carts.length),
  ];
}

async function aboutMedia({ hawker, ledger }: City): Promise<Agreement[]> {
  const clips = await read.clips(hawker);
  const views = read.sum(clips.map(({ view_count }) => view_count));
  const searches = await read.searches(hawker);
  const pages = await read.crawledPages(hawker);
  return [
    agreement('searches', 'made', ledger.of('searches'), 'learnt', searches),
    agreement('launches', 'held', ledger.of('launches'), 'clips', clips.length),
    agreement('views of clips', 'watched', ledger.of('clip views'), 'counted', views),
    agreement('pages', 'of the site', ledger.of('pages to crawl'), 'crawled', pages),
  ];
}

async function aboutCodes({ hawker }: City, notes: readonly string[]): Promise<Agreement[]> {
  const codes = await read.usedCodes(hawker);
  const used = read.sum(codes.map(({ uses }) => uses));
  const noted = notes.filter((note) => note.includes('code ')).length;
  return [agreement('uses of codes', 'dispatched orders', noted, 'promotion', used)];
}

async function aboutRest({ hawker, ledger }: City, dispatched: Dispatched): Promise<Agreement> {
  const open = dispatched.filter(({ status }) => status !== 'delivered');
  return {
    about: 'what is not as it should be in the end',
    numbers: {
      expected: 0,
      'orders on their way': open.length,
      'busy drivers': await read.busyDrivers(hawker),
      failures: ledger.failures.length,
    },
  };
}

const agreement = (about: string, one: string, a: number, other: string, b: number): Agreement => ({
  about,
  numbers: { [one]: a, [other]: b },
});

/** A line for each number: what it is where all agree, and who says what where they do not. */
export function summaryLines(
  { choices, seed, ledger }: Pick<City, 'choices' | 'seed' | 'ledger'>,
  agreements: readonly Agreement[],
): readonly string[] {
  const refusals = ledger.refusals.map(([code, times]) => `${code} ${times}`);
  return [
    `seed ${seed}: ${plural(choices.count, 'choice')}, ${choices.digest}`,
    `refusals: ${refusals.join(', ') || 'none'}`,
    ...ledger.failures.map((failure) => `failure: ${failure}`),
    ...agreements.map((each) => (disagrees(each) ? disagreement(each) : agreed(each))),
    ...(agreements.some(disagrees) ? [byHand] : []),
  ];
}

const byHand =
  'The services count what anybody does: what you did by hand, at the console say, is told as DISAGREE.';

function agreed({ about, numbers }: Agreement): string {
  const sources = Object.keys(numbers).filter((source) => source !== 'expected');
  return `ok        ${about}: ${Object.values(numbers)[0]} (${sources.join(' = ')})`;
}

function disagreement({ about, numbers }: Agreement): string {
  const said = Object.entries(numbers).map(([source, number]) => `${source} ${number}`);
  return `DISAGREE  ${about}: ${said.join(', ')}`;
}
