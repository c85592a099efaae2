/** A town from its opening to its close, whichever way its time goes. */
import { randomUUID } from 'node:crypto';
import type { Environment } from '#kit/host/env.ts';
import { createHawker } from '../client/index.ts';
import { Choices } from './summary/choices.ts';
import { CityTime } from './clock.ts';
import { driversOf } from './drivers.ts';
import { hubFleet, saleFleet } from './fleets.ts';
import { startServices, type StartedServices } from './host.ts';
import { launchAll } from './launches.ts';
import { Ledger } from './summary/ledger.ts';
import { orderAtHub } from './hub-order.ts';
import { peopleOf, wishesOf, type Person } from './people.ts';
import { browse, cleanFloor, crawlSite, driveVans } from './side-stories.ts';
import { openSite } from './site.ts';
import { openTown } from './opening.ts';
import type { City } from './town.ts';

interface PlayOptions {
  readonly env: Environment;
  readonly seed: number;
  readonly portOffset: number;
  /** Between two requests of a crawl, milliseconds of real time. */
  readonly crawlDelayMs: number;
  /** When the town opens, milliseconds since the epoch. */
  readonly startAt: number;
  /** How often a driver who rides says where, milliseconds of the town's time. */
  readonly moveEveryMs: number;
}

export interface Play {
  readonly city: City;
  /** Orders, launches and whatever else has begun and is not over. */
  readonly underWay: ReadonlySet<string>;
  /** Nothing new begins; what has begun is brought to its end, as fast as it goes. */
  close(): Promise<void>;
  /** Stops the services, and removes what they have stored in files. */
  stop(): Promise<void>;
}

const minuteMs = 60_000;
/** What has not ended by then has come to a standstill. */
const closingMs = 90 * minuteMs;
/** Until holds have lapsed, and clicks are recorded. */
const afterglowMs = 3 * minuteMs;

/** @throws StartupError when the services do not start */
export async function openPlay(options: PlayOptions): Promise<Play> {
  const { env, seed, portOffset, crawlDelayMs, startAt, moveEveryMs } = options;
  const time = new CityTime(startAt);
  const name = `demo-${randomUUID().slice(0, 8)}`;
  const services = await startServices({ env, time, name, portOffset, crawlDelayMs });
  const site = await openSite();
  const stop = async () => {
    site.close();
    await services.stop();
  };
  try {
    const city = await openCity(services, { seed, name, time, site: site.address, moveEveryMs });
    return { ...city, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface CityOptions {
  readonly seed: number;
  readonly name: string;
  readonly time: CityTime;
  readonly site: string;
  readonly moveEveryMs: number;
}

async function openCity({ host }: StartedServices, options: CityOptions) {
  const { seed, time } = options;
  // A refusal is part of the play: it is not asked again.
  const hawker = createHawker({ baseUrl: host.console, retries: 0 });
  const people = peopleOf(seed);
  const ledger = new Ledger();
  const receipts = await openTown(hawker, ledger, people, { seed, now: time.now() });
  const fleets = { hub: hubFleet(hawker), sale: saleFleet(hawker) };
  const underWay = new Set<string>();
  let isOver = false;
  const city: City = {
    ...options,
    hawker,
    console: host.console,
    ledger,
    choices: new Choices(),
    people,
    fleets,
    drivers: driversOf(seed, fleets),
    receipts,
    isOver: () => isOver,
    begin(story, tell) {
      underWay.add(story);
      time.start(() =>
        tell()
          .catch((error: unknown) => ledger.ended(story, error))
          .finally(() => underWay.delete(story)),
      );
    },
  };
  beginAll(city);
  const close = async () => {
    isOver = true;
    const latest = time.now() + closingMs;
    await time.hurry(() => underWay.size === 0 || time.now() > latest);
    const end = time.now() + afterglowMs;
    await time.hurry(() => time.now() >= end);
  };
  return { city, underWay, close };
}

/** Begins all that lives and works there; none of it ends before the town closes. */
function beginAll(city: City): void {
  const { time, ledger, people, drivers } = city;
  const begin = (name: string, story: () => Promise<void>) =>
    time.start(() => story().catch((error: unknown) => ledger.ended(name, error)));
  for (const person of people) begin(person.id, () => live(city, person));
  for (const driver of [...drivers.hub.values(), ...drivers.sale.values()]) {
    begin(driver.id, () => driver.work(city));
  }
  begin('launches', () => launchAll(city));
  begin('vans', () => driveVans(city));
  begin('floor', () => cleanFloor(city));
  begin('crawler', () => crawlSite(city));
}

/** One wish after the other, each on its own: nobody waits for a meal before thinking of the next. */
async function live(city: City, person: Person): Promise<void> {
  let atMs = 0;
  let number = 0;
  for (const { afterMs, wish } of wishesOf(city.seed, person)) {
    atMs += afterMs;
    await city.time.sleepUntil(atMs);
    if (city.isOver()) return;
    city.choices.add(atMs, person.id, wish);
    const id = `${wish.kind}-${person.id}-${++number}`;
    if (wish.kind === 'browse') city.begin(id, () => browse(city, person, wish));
    else city.begin(id, () => orderAtHub(city, person, wish, id));
  }
}
