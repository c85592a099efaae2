/** The parts that the steps of the embedded store use: small objects over prepared statements. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { lotteryRows } from '../../lottery/sqlite/rows.ts';
import { DeviceWindows, SlotPool } from './memory.ts';
import { buckets, products, vouchers } from './products.ts';
import { ownedUnits, reservations } from './reservations.ts';
import { results } from './results.ts';
import { waitingRooms } from './waiting-room.ts';

export type Sale = ReturnType<typeof openSale>;

export const openSale = (db: Sqlite) => ({
  results: results(db),
  windows: new DeviceWindows(),
  pool: new SlotPool(),
  products: products(db),
  buckets: buckets(db),
  reservations: reservations(db),
  owned: ownedUnits(db),
  rooms: waitingRooms(db),
  vouchers: vouchers(db),
  lottery: lotteryRows(db),
});
