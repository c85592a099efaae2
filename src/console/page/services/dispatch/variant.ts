/** Both variants of dispatch, where they are called alike. */
import { hawker } from '../../live/hawker.ts';

export const variants = ['dispatch-a', 'dispatch-b'] as const;
export type Variant = (typeof variants)[number];

export const isVariant = (text: string): text is Variant => variants.some((name) => name === text);

export const clientOf = (variant: Variant) =>
  variant === 'dispatch-a' ? hawker.dispatchA : hawker.dispatchB;

/** What a driver is doing, whatever the variant calls it. */
export const driverKinds = ['idle', 'offered', 'busy', 'offline'] as const;
type DriverKind = (typeof driverKinds)[number];

export function driverKindOf(status: string): DriverKind {
  const name = status.toLowerCase();
  if (name === 'idle' || name === 'offline') return name;
  return name === 'assigned' ? 'offered' : 'busy';
}

/** Where an order is on its way from the shop to the door. */
export const orderKinds = ['waiting', 'offered', 'in hand', 'manual'] as const;
type OrderKind = (typeof orderKinds)[number];

const inHand = new Set(['accepted', 'arrived', 'picking', 'delivering']);

export function orderKindOf(status: string): OrderKind {
  if (inHand.has(status)) return 'in hand';
  if (status === 'offered') return 'offered';
  return status === 'manual_assignment' ? 'manual' : 'waiting';
}
