/** The town that is played: its hubs with their areas and hours, what they sell, and its promotions. */
import { cornerAt, lake, type Corner, type Ring } from './streets.ts';

export interface Hub {
  readonly id: string;
  readonly name: string;
  readonly corner: Corner;
  /** What it serves; the lake is taken out. */
  readonly area: Ring;
  /** The same time twice is 24 hours. The town wakes up at eleven: see `hoursOf`. */
  readonly from: string;
  readonly to: string;
}

const hub = (
  id: string,
  name: string,
  at: readonly [number, number],
  hours: string,
  area: Ring,
): Hub => {
  const [lng, lat] = at;
  const [from = '', to = ''] = hours.split('–');
  return { id, name, corner: cornerAt({ lat, lng }), area, from, to };
};

// Degrees of longitude and latitude: Singapore's hawker centres, give or take a street.
export const hubs: readonly Hub[] = [
  hub('hub-tiong-bahru', 'Tiong Bahru Market', [103.8325, 1.285], '00:00–00:00', [
    [103.812, 1.274],
    [103.826, 1.27],
    [103.84, 1.27],
    [103.84, 1.299],
    [103.824, 1.3],
    [103.812, 1.294],
    [103.812, 1.274],
  ]),
  // Lunch only: from a quarter past twelve on, its guests are told when it opens again.
  hub('hub-maxwell', 'Maxwell Food Centre', [103.845, 1.28], '07:00–12:15', [
    [103.84, 1.27],
    [103.858, 1.27],
    [103.866, 1.278],
    [103.866, 1.299],
    [103.84, 1.299],
    [103.84, 1.27],
  ]),
  // A late riser.
  hub('hub-newton', 'Newton Circus', [103.84, 1.3125], '11:20–23:59', [
    [103.824, 1.3],
    [103.84, 1.299],
    [103.846, 1.306],
    [103.846, 1.326],
    [103.826, 1.326],
    [103.82, 1.314],
    [103.824, 1.3],
  ]),
  hub('hub-tekka', 'Tekka Centre', [103.85, 1.3075], '06:30–22:00', [
    [103.84, 1.299],
    [103.866, 1.299],
    [103.872, 1.31],
    [103.868, 1.326],
    [103.846, 1.326],
    [103.846, 1.306],
    [103.84, 1.299],
  ]),
  hub('hub-toa-payoh', 'Toa Payoh Lorong 8', [103.8575, 1.335], '00:00–00:00', [
    [103.832, 1.326],
    [103.868, 1.326],
    [103.876, 1.336],
    [103.87, 1.35],
    [103.836, 1.35],
    [103.832, 1.326],
  ]),
  hub('hub-old-airport', 'Old Airport Road', [103.885, 1.3075], '10:00–23:00', [
    [103.872, 1.298],
    [103.892, 1.296],
    [103.9, 1.306],
    [103.896, 1.322],
    [103.872, 1.322],
    [103.872, 1.298],
  ]),
];

export const findHub = (id: string): Hub => hubs.find((each) => each.id === id)!;

/** In the middle of the town: people come from everywhere. */
export const stallsOfLaunches = ['hub-newton', 'hub-tekka', 'hub-tiong-bahru'];

/** As geo takes it: the outer ring, and the lake as a hole in it. */
export const coverageOf = ({ id, area }: Hub) => ({
  type: 'Polygon' as const,
  coordinates: id === 'hub-toa-payoh' ? [area, lake] : [area],
});

export interface Dish {
  readonly sku: string;
  readonly name: string;
  readonly category: string;
  /** Dollars. */
  readonly price: number;
  /** Whether a hub has few of this dish. */
  readonly isScarce?: boolean;
}

export const dishes: readonly Dish[] = [
  { sku: 'laksa', name: 'laksa', category: 'noodles', price: 6.5 },
  { sku: 'chicken-rice', name: 'Hainanese chicken rice', category: 'rice', price: 5 },
  { sku: 'char-kway-teow', name: 'char kway teow', category: 'noodles', price: 6 },
  { sku: 'hokkien-mee', name: 'Hokkien mee', category: 'noodles', price: 6.8 },
  { sku: 'nasi-lemak', name: 'nasi lemak', category: 'rice', price: 4.5 },
  { sku: 'satay', name: 'satay, ten sticks', category: 'grill', price: 9 },
  { sku: 'chilli-crab', name: 'chilli crab', category: 'grill', price: 28, isScarce: true },
  { sku: 'roti-prata', name: 'roti prata', category: 'bread', price: 3.2 },
  { sku: 'kaya-toast', name: 'kaya toast', category: 'bread', price: 2.8 },
  { sku: 'ice-kachang', name: 'ice kachang', category: 'sweets', price: 3.5 },
  { sku: 'durian-puff', name: 'durian puff', category: 'sweets', price: 7.5, isScarce: true },
  { sku: 'kopi-peng', name: 'kopi peng', category: 'drinks', price: 2.2 },
  { sku: 'teh-tarik', name: 'teh tarik', category: 'drinks', price: 2.4 },
  { sku: 'sugar-cane', name: 'sugar cane juice', category: 'drinks', price: 2.6 },
];

/** Portions of a dish that a hub has in the morning. */
export const morningStock = ({ isScarce }: Dish): number => (isScarce ? 4 : 40);

export const promotions = [
  {
    promo_id: 'lunch-10',
    name: 'Ten per cent off a lunch of 15 dollars',
    priority: 1,
    stackable: true,
    discount: { type: 'percentage' as const, value: 10, max_amount: 5 },
    condition_tree: { type: 'MinTransaction' as const, value: 15 },
  },
  {
    promo_id: 'noodles-and-tea',
    name: 'A dollar off noodles with a drink',
    priority: 2,
    stackable: true,
    discount: { type: 'fixed' as const, value: 1 },
    condition_tree: {
      type: 'AND' as const,
      children: [
        { type: 'Category' as const, value: ['noodles'] },
        { type: 'Category' as const, value: ['drinks'] },
      ],
    },
  },
  {
    promo_id: 'neighbours',
    name: 'Three dollars for neighbours, by a code',
    priority: 3,
    stackable: true,
    requires_code: true,
    discount: { type: 'fixed' as const, value: 3 },
    condition_tree: { type: 'MinTransaction' as const, value: 8 },
  },
];

/** Each may be used so many times, and is known to more people than that. */
export const codes = ['BLOCK-55', 'VOID-DECK', 'KOPITIAM', 'LORONG-8'];
export const usesOfACode = 6;
