/** Drivers: they say where they are, go the ways of the streets, and stroll home while nobody wants them. */
import { findHub, hubs, stallsOfLaunches, type Hub } from './map/city.ts';
import type { Fleet } from './fleets.ts';
import { Random } from './random.ts';
import { lengthKm, placeAlong, placeOf, wayBetween, type Corner } from './map/streets.ts';
import type { City, Rider } from './town.ts';

const names =
  'Ming Ahmad Bala Chong Dewi Eddy Fatin Ganesh Hock Ismail Jaspal Kiat Lina Muthu Nadia Osman Peng Qistina Rajan Salleh Teck Umi Vijay Wati Xiu Yusof Zul Alvin Bee Chandra Daud Eng Farah Guan Harith'.split(
    ' ',
  );
/** The others bring what hubs sell. */
const ofSales = 10;

/** How often a driver without an order says where: after 60 s of silence none is offered to them. */
const idleReportMs = 50_000;
const hourMs = 3_600_000;

export class Driver implements Rider {
  readonly id: string;
  readonly name: string;
  readonly #fleet: Fleet;
  readonly #home: Corner;
  readonly #speedKmh: number;
  readonly #firstReportMs: number;
  #corner: Corner;
  #isBusy = false;

  constructor(name: string, home: Corner, fleet: Fleet, seed: number) {
    this.id = `driver-${name.toLowerCase()}`;
    this.name = name;
    this.#fleet = fleet;
    const random = new Random(seed, 'driver', name);
    this.#home = home;
    this.#corner = this.#home;
    this.#speedKmh = random.whole(32, 40);
    this.#firstReportMs = random.whole(0, idleReportMs);
  }

  /** Goes on while the town closes: the last orders want drivers, and a silent one gets none. */
  async work({ time }: City): Promise<void> {
    await this.#report();
    await time.sleep(this.#firstReportMs);
    for (;;) {
      if (!this.#isBusy) {
        this.#corner = wayBetween(this.#corner, this.#home)[1] ?? this.#home;
        await this.#report();
      }
      await time.sleep(idleReportMs);
    }
  }

  /** Between acceptance and delivery nothing but the order moves the driver. */
  take(): void {
    this.#isBusy = true;
  }

  free(): void {
    this.#isBusy = false;
  }

  /**
   * Goes to another corner, and says again and again how far that is done. When the town closes, time
   * runs too fast to watch, and the rest of the way is done at once.
   */
  async ride({ time, moveEveryMs, isOver }: City, to: Corner): Promise<void> {
    const way = wayBetween(this.#corner, to);
    const km = lengthKm(way);
    const beganAt = time.now();
    const doneKm = () => (this.#speedKmh * (time.now() - beganAt)) / hourMs;
    while (!isOver() && doneKm() < km) {
      const leftMs = Math.ceil(((km - doneKm()) / this.#speedKmh) * hourMs);
      await time.sleep(Math.min(moveEveryMs, leftMs));
      await this.#fleet.report(this.id, placeAlong(way, doneKm()), this.#speedKmh);
    }
    this.#corner = to;
    if (isOver()) await this.#report();
  }

  async #report(): Promise<void> {
    await this.#fleet.report(this.id, placeOf(this.#corner), this.#speedKmh);
  }
}

export function driversOf(
  seed: number,
  fleets: { readonly sale: Fleet; readonly hub: Fleet },
): City['drivers'] {
  const make = (some: readonly string[], homes: readonly Hub[], fleet: Fleet) => {
    const drivers = some.map(
      (name, i) => new Driver(name, homes[i % homes.length]!.corner, fleet, seed),
    );
    return new Map(drivers.map((driver) => [driver.id, driver]));
  };
  const stalls = stallsOfLaunches.map(findHub);
  return {
    sale: make(names.slice(-ofSales), stalls, fleets.sale),
    hub: make(names.slice(0, -ofSales), hubs, fleets.hub),
  };
}
