/** What the steps of the embedded store work with: small objects over prepared statements. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { LotteryRows } from '../../lottery/sqlite/rows.ts';
import { DeviceWindows, SlotPool } from './memory.ts';
import { Buckets, Products } from './products.ts';
import { Reservations } from './reservations.ts';
import { Results } from './results.ts';
import { Vouchers } from './vouchers.ts';
import { WaitingRooms } from './waiting-room.ts';

export interface Sale {
  readonly results: Results;
  readonly windows: DeviceWindows;
  readonly pool: SlotPool;
  readonly products: Products;
  readonly buckets: Buckets;
  readonly reservations: Reservations;
  readonly rooms: WaitingRooms;
  readonly vouchers: Vouchers;
  readonly lottery: LotteryRows;
}

export function openSale(db: Sqlite): Sale {
  const products = new Products(db);
  return {
    results: new Results(db),
    windows: new DeviceWindows(),
    pool: new SlotPool(),
    products,
    buckets: new Buckets(db),
    reservations: new Reservations(db),
    rooms: new WaitingRooms(db, products),
    vouchers: new Vouchers(db),
    lottery: new LotteryRows(db),
  };
}
