/** A shift for the eye: drivers who take every offer and drive straight to the goods and to the door. */
import { plural, formatCount } from '../../live/format.ts';
import type { MapPoint } from '../../parts/map.tsx';
import { hawker } from '../../live/hawker.ts';
import type { Board, Order } from './use-board.ts';
import { clientOf, type Variant } from './variant.ts';

interface Shift {
  readonly variant: Variant;
  /** The board, which is followed during the shift. */
  readonly board: Board;
  readonly drivers: number;
  readonly orders: number;
  readonly signal: AbortSignal;
}

interface Driver {
  readonly id: string;
  at: MapPoint;
  /** The order in hand, and whether the goods are on board. */
  trip?: { readonly order: Order; hasGoods: boolean };
}

const city = { lat: 1.3, lng: 103.85 };
const tickMs = 500;
/** Degrees that a driver comes along in a tick: some 400 m. */
const stride = 0.0036;
/** Half of the width of the city, degrees. */
const reach = 0.025;
/** Orders that come at a tick. */
const rush = 2;

/**
 * @param tell is told how far it is
 * @throws HawkerError for a refusal that is not part of the game
 */
export async function runShift(shift: Shift, tell: (progress: string) => void): Promise<void> {
  const { variant, board, signal } = shift;
  const run = crypto.randomUUID().slice(0, 4);
  const drivers = Array.from({ length: shift.drivers }, (_, i): Driver => {
    return { id: `driver-${run}-${i + 1}`, at: somewhere() };
  });
  const hubId = `shop-${run}`;
  if (variant === 'dispatch-b') await hawker.dispatchB.saveHub({ hub_id: hubId, ...city });
  for (const { id, at } of drivers) await report(variant, id, at);
  const open = new Set<string>();
  const seen = new Set<string>();
  for (let sent = 0; !signal.aborted;) {
    for (let i = 0; i < rush && sent < shift.orders; i++) {
      const orderId = `order-${run}-${++sent}`;
      await submit(variant, orderId, hubId);
      open.add(orderId);
    }
    await Promise.all(drivers.map((driver) => step(shift, driver)));
    for (const id of open) {
      if (board.orders.has(id)) seen.add(id);
      else if (seen.has(id)) open.delete(id);
    }
    tell(`${formatCount(sent - open.size)} of ${plural(shift.orders, 'order')} delivered`);
    if (sent === shift.orders && open.size === 0) return;
    await new Promise((resolve) => setTimeout(resolve, tickMs));
  }
}

const report = (variant: Variant, driver_id: string, at: MapPoint) =>
  clientOf(variant).reportLocation({ driver_id, ...at, speed_kmh: 30 });

async function submit(variant: Variant, order_id: string, hub_id: string): Promise<void> {
  const door = somewhere();
  const dropoff = { dropoff_lat: door.lat, dropoff_lng: door.lng };
  if (variant === 'dispatch-b') {
    await hawker.dispatchB.submit({ order_id, hub_id, priority: 'normal', ...dropoff });
    return;
  }
  const { lat: pickup_lat, lng: pickup_lng } = somewhere();
  const priority = Math.floor(Math.random() * 11);
  await hawker.dispatchA.submit({ order_id, pickup_lat, pickup_lng, priority, ...dropoff });
}

/** What a driver does in a tick: answers an offer, or drives on. */
async function step({ variant, board }: Shift, driver: Driver): Promise<void> {
  if (driver.trip === undefined) return answer(variant, board, driver);
  const { order } = driver.trip;
  // Somebody has cancelled it.
  if (!board.orders.has(order.order_id)) return void delete driver.trip;
  const target = driver.trip.hasGoods
    ? { lat: order.dropoff_lat ?? city.lat, lng: order.dropoff_lng ?? city.lng }
    : { lat: order.pickup_lat, lng: order.pickup_lng };
  driver.at = towards(driver.at, target);
  await report(variant, driver.id, driver.at);
  if (driver.at !== target) return;
  if (driver.trip.hasGoods) {
    delete driver.trip;
    await move(variant, driver.id, ['completed', 'idle']);
  } else {
    driver.trip.hasGoods = true;
    const arrived = variant === 'dispatch-a' ? ['arrived'] : [];
    await move(variant, driver.id, [...arrived, 'picking', 'delivering']);
  }
}

async function answer(variant: Variant, board: Board, driver: Driver): Promise<void> {
  const { assignment } = board.drivers.get(driver.id) ?? {};
  const order = board.orders.get(assignment?.order_id ?? '');
  if (assignment?.status !== 'offered' || order?.assignment?.driver_id !== driver.id) return;
  const driver_id = driver.id;
  const { error } =
    variant === 'dispatch-a'
      ? await hawker.dispatchA
          .accept({ driver_id, assignment_id: assignment.assignment_id ?? '' })
          .result()
      : await hawker.dispatchB.accept({ driver_id, dispatch_id: order.dispatch_id ?? '' }).result();
  // The offer may be over, or the order cancelled: the board tells.
  if (error === undefined) driver.trip = { order, hasGoods: false };
  else if (error.status !== 409) throw error;
}

/** Moves a driver. An order that was cancelled in the meantime lets its driver go: the move is refused then. */
async function move(variant: Variant, driver_id: string, states: readonly string[]): Promise<void> {
  for (const state of states) {
    const { error } =
      variant === 'dispatch-a'
        ? await hawker.dispatchA.move({ driver_id, status: state as 'idle' }).result()
        : await hawker.dispatchB
            .move({ driver_id, status: state.toUpperCase() as 'IDLE' })
            .result();
    if (error === undefined) continue;
    if (error.status === 409) return;
    throw error;
  }
}

/** Returns `to` itself when it is reached. */
function towards(from: MapPoint, to: MapPoint): MapPoint {
  const [north, east] = [to.lat - from.lat, to.lng - from.lng];
  const length = Math.hypot(north, east);
  if (length <= stride) return to;
  const part = stride / length;
  return { lat: from.lat + north * part, lng: from.lng + east * part };
}

const somewhere = (): MapPoint => ({
  lat: city.lat + (Math.random() * 2 - 1) * reach,
  lng: city.lng + (Math.random() * 2 - 1) * reach,
});
