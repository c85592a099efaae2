/** The two fleets: what hubs sell is brought by that of dispatch B, what is launched by that of A. */
import type { Hawker } from '../client/index.ts';
import type { Hub } from './map/city.ts';
import { placeOf, type MapPoint } from './map/streets.ts';

export interface Parcel {
  readonly orderId: string;
  readonly hub: Hub;
  readonly to: MapPoint;
  readonly note: string;
}

export interface Offer {
  readonly driverId: string;
  /** By what the driver answers it. */
  readonly name: string;
}

/** What a driver tells while an order is in hand. */
export type Step = 'at the hub' | 'on the way' | 'delivered';

export interface Fleet {
  submit(parcel: Parcel): Promise<void>;
  /** The offer that waits for its driver's answer, if there is one. */
  findOffer(orderId: string): Promise<Offer | undefined>;
  /** Returns false when the offer was withdrawn in the meantime. */
  accept(offer: Offer): Promise<boolean>;
  reject(offer: Offer): Promise<void>;
  report(driverId: string, place: MapPoint, speedKmh: number): Promise<void>;
  tell(driverId: string, step: Step): Promise<void>;
}

export function saleFleet({ dispatchA }: Hawker): Fleet {
  const states = {
    'at the hub': ['arrived', 'picking'],
    'on the way': ['delivering'],
    delivered: ['completed', 'idle'],
  } as const;
  return {
    async submit({ orderId, hub, to, note }) {
      const { lat: pickup_lat, lng: pickup_lng } = placeOf(hub.corner);
      const pickup = { pickup_lat, pickup_lng, priority: 7 };
      await dispatchA.submit({ order_id: orderId, ...pickup, ...goalOf(to), note });
    },
    async findOffer(orderId) {
      const { assignment } = await dispatchA.showOrder(orderId);
      if (assignment?.status !== 'offered') return undefined;
      return { driverId: assignment.driver_id, name: assignment.assignment_id! };
    },
    async accept({ driverId, name }) {
      const answer = { driver_id: driverId, assignment_id: name };
      return isTaken(await dispatchA.accept(answer).result());
    },
    async reject({ driverId, name }) {
      const answer = { driver_id: driverId, assignment_id: name, reason: 'on a coffee break' };
      await dispatchA.reject(answer);
    },
    async report(driver_id, place, speed_kmh) {
      await dispatchA.reportLocation({ driver_id, ...place, speed_kmh });
    },
    async tell(driver_id, step) {
      for (const status of states[step]) await dispatchA.move({ driver_id, status });
    },
  };
}

export function hubFleet({ dispatchB }: Hawker): Fleet {
  const states = {
    'at the hub': ['PICKING'],
    'on the way': ['DELIVERING'],
    delivered: ['COMPLETED', 'IDLE'],
  } as const;
  return {
    async submit({ orderId, hub, to, note }) {
      const order = { order_id: orderId, hub_id: hub.id, priority: 'normal' as const };
      await dispatchB.submit({ ...order, ...goalOf(to), note });
    },
    async findOffer(orderId) {
      const { assignment, dispatch_id, round } = await dispatchB.showOrder(orderId);
      if (assignment?.status !== 'offered') return undefined;
      // In a later round a driver may have been asked before, under the plain name.
      const name = round === 1 ? dispatch_id! : `${dispatch_id}.${round}`;
      return { driverId: assignment.driver_id, name };
    },
    async accept({ driverId, name }) {
      const answer = { driver_id: driverId, dispatch_id: name };
      return isTaken(await dispatchB.accept(answer).result());
    },
    async reject({ driverId, name }) {
      const answer = { driver_id: driverId, dispatch_id: name, reason: 'on a coffee break' };
      await dispatchB.reject(answer);
    },
    async report(driver_id, place, speed_kmh) {
      await dispatchB.reportLocation({ driver_id, ...place, speed_kmh });
    },
    async tell(driver_id, step) {
      for (const status of states[step]) await dispatchB.move({ driver_id, status });
    },
  };
}

const goalOf = ({ lat, lng }: MapPoint) => ({ dropoff_lat: lat, dropoff_lng: lng });

/** @throws what refused it, unless the offer was over */
function isTaken({ error }: { readonly error?: { readonly code: string } | undefined }): boolean {
  if (error === undefined) return true;
  if (error.code === 'OFFER_EXPIRED') return false;
  throw error;
}
