/** The people of the town, and what each of them is going to want: all of it follows from the seed. */
import { codes, dishes, hubs, type Dish } from './map/city.ts';
import { Random } from './random.ts';
import { allCorners, placeOf, within, type Corner } from './map/streets.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly home: Corner;
  readonly isPremium: boolean;
}

export const payments = ['at once', 'slowly', 'too late', 'late, and taken all the same'] as const;
export const origins = ['home', 'lake', 'abroad'] as const;

/** How somebody is going to order, whatever it is. */
export interface Manner {
  readonly from: (typeof origins)[number];
  readonly code: string | undefined;
  /** How often the button is pressed: the first counts, the rate limiter refuses what is too much. */
  readonly presses: number;
  readonly changesMind: boolean;
  readonly pays: (typeof payments)[number];
  /** How often the link to the order is opened. */
  readonly looks: number;
  /** The first driver who is asked has just gone for a coffee. */
  readonly isRejectedFirst: boolean;
}

export interface OrderWish {
  readonly kind: 'order';
  readonly lines: readonly { readonly dish: Dish; readonly qty: number }[];
  readonly manner: Manner;
}

export interface BrowseWish {
  readonly kind: 'browse';
  readonly dish: Dish;
  /** Letters that are typed before the right one is picked from the list. */
  readonly letters: number;
  readonly watchesClip: boolean;
  readonly likesPosts: boolean;
}

type Wish = OrderWish | BrowseWish;

const firstNames =
  'Mei Ming Aisyah Ravi Siti Wei Priya Hana Kumar Li Nurul Jun Anjali Farid Xin Deepa Hafiz Hui Arjun Yati Boon Chitra Dinesh Elaine Gopal Irfan Jaya Kamal Latha Mina'.split(
    ' ',
  );
const familyNames = 'Tan Lim Lee Ng Wong Goh Chua Ong'.split(' ');

/** The user with whom the console's pages begin: she has many friends, and is a fan of all that is launched. */
export const ann = 'ann';

export function peopleOf(seed: number): readonly Person[] {
  const named = familyNames.flatMap((family) =>
    firstNames.map((first) => {
      const name = `${first} ${family}`;
      return { id: name.toLowerCase().replace(' ', '-'), name };
    }),
  );
  return [...named.slice(0, -1), { id: ann, name: 'Ann Ong' }].map(({ id, name }): Person => {
    const random = new Random(seed, 'person', id);
    const { area } = random.pick(hubs);
    const inArea = allCorners.filter((corner) => within(placeOf(corner), area));
    return { id, name, home: random.pick(inArea), isPremium: random.chance(0.15) };
  });
}

/** On average. */
const betweenWishesMs = 90 * 60_000;
/** When the town opens, some have waited for it: there is something to see from the first minute on. */
const [rushMs, shareOfRush] = [8 * 60_000, 0.2];

/** What somebody wants, one after the other without an end, and how long after the one before. */
export function* wishesOf(
  seed: number,
  { id }: Person,
): Generator<{ afterMs: number; wish: Wish }> {
  const random = new Random(seed, 'wishes', id);
  const first = random.chance(shareOfRush) ? rushMs : betweenWishesMs;
  yield { afterMs: random.whole(0, first), wish: nextWish(random) };
  for (;;) yield { afterMs: random.gapMs(betweenWishesMs), wish: nextWish(random) };
}

/** Everything is drawn at once, so that nothing that happens changes what is drawn. */
function nextWish(random: Random): Wish {
  if (random.chance(0.35)) {
    return {
      kind: 'browse',
      dish: random.pick(dishes),
      letters: random.whole(2, 4),
      watchesClip: random.chance(0.6),
      likesPosts: random.chance(0.5),
    };
  }
  const chosen = random.sample(dishes, random.whole(1, 3));
  return {
    kind: 'order',
    lines: chosen.map((dish) => ({ dish, qty: random.whole(1, 3) })),
    manner: drawManner(random),
  };
}

export function drawManner(random: Random): Manner {
  return {
    from: weighted(random, origins, [0.93, 0.03, 0.04]),
    code: random.chance(0.2) ? random.pick(codes) : undefined,
    presses: random.chance(0.06) ? 5 : 1,
    changesMind: random.chance(0.04),
    pays: weighted(random, payments, [0.86, 0.08, 0.03, 0.03]),
    looks: random.whole(1, 3),
    isRejectedFirst: random.chance(0.06),
  };
}

function weighted<T>(random: Random, values: readonly T[], shares: readonly number[]): T {
  let rest = random.fraction();
  return values.find((_, i) => (rest -= shares[i]!) < 0) ?? values[0]!;
}
