/** What all stories of the town share. */
import type { Hawker } from '../client/index.ts';
import type { CityTime } from './clock.ts';
import type { Fleet } from './fleets.ts';
import type { Corner } from './map/streets.ts';
import type { Person } from './people.ts';
import type { Choices } from './summary/choices.ts';
import type { Ledger } from './summary/ledger.ts';

/** A driver who brings orders: see drivers.ts. */
export interface Rider {
  readonly id: string;
  readonly name: string;
  /** Does not end. */
  work(city: City): Promise<void>;
  /** Between these two nothing but the order moves the rider. */
  take(): void;
  free(): void;
  /** Goes to another corner, and says again and again how far that is done; at once when the town closes. */
  ride(city: City, to: Corner): Promise<void>;
}

/** By their ids. */
export type Drivers = ReadonlyMap<string, Rider>;

export interface City {
  /** Apart from other towns on the same stores. */
  readonly name: string;
  readonly seed: number;
  readonly hawker: Hawker;
  /** Address of the console. */
  readonly console: string;
  /** Address of the site that is crawled. */
  readonly site: string;
  readonly time: CityTime;
  readonly ledger: Ledger;
  readonly choices: Choices;
  readonly people: readonly Person[];
  readonly fleets: { readonly hub: Fleet; readonly sale: Fleet };
  readonly drivers: { readonly hub: Drivers; readonly sale: Drivers };
  /** How often a driver who rides says where, milliseconds of the town's time. */
  readonly moveEveryMs: number;
  /** Where receipts are kept. */
  readonly receipts: { readonly owner: string; readonly folder: string };
  /** Nothing new begins any more. */
  readonly isOver: () => boolean;
  /** Begins a story with an end of its own: the town waits for it before it closes. */
  begin(name: string, story: () => Promise<void>): void;
}
