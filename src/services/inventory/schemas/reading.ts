/** Queries and answers of what is only read. */
import { Type, type Static } from 'typebox';
import { maxFullName } from '#kit/web/identity/caller.ts';
import { Enveloped, Id } from '#kit/web/schema.ts';
import { Stock } from './stock.ts';

const page = {
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  cursor: Type.Optional(
    Type.String({ maxLength: 4096, description: 'next_cursor of the page before' }),
  ),
};
const more = { next_cursor: Type.Optional(Type.String({ description: 'there is more' })) };

export const HubParams = Type.Object({ hub_id: Id() });
export const PageQuery = Type.Object(page);
export type PageQuery = Static<typeof PageQuery>;

export const StockList = Enveloped(
  Type.Object({ stock: Type.Array(Stock, { description: 'by SKU' }), ...more }),
);

export const HubList = Enveloped(
  Type.Object({
    hubs: Type.Array(Type.String(), { description: 'in the order of their bytes' }),
    ...more,
  }),
);

export const ReservationParams = Type.Object({ reservation_id: Id() });
export const OrderParams = Type.Object({
  order_id: Type.String({
    minLength: 1,
    maxLength: maxFullName,
    format: 'id',
    description: "of a user's order, services give the full form: user:<user>/<order>",
  }),
});
export const OrderQuery = Type.Object({
  hub_id: Type.Optional(Id('by default, the latest reservation in any hub')),
});
export type OrderQuery = Static<typeof OrderQuery>;

const Reservation = Type.Object({
  reservation_id: Type.String(),
  order_id: Type.String(),
  hub_id: Type.String(),
  status: Type.String({ enum: ['reserved', 'confirmed', 'released', 'expired'] }),
  items: Type.Array(Type.Object({ sku: Type.String(), qty: Type.Integer() }), {
    description: 'each SKU once',
  }),
  expires_at: Type.Integer({ description: 'last instant to confirm it, milliseconds' }),
});
export const ReservationView = Enveloped(Reservation);

export const HeldQuery = Type.Object({ limit: page.limit });
export const HeldReservations = Enveloped(
  Type.Object({
    reservations: Type.Array(Reservation, { description: 'those that end first' }),
  }),
);

export const MovementsQuery = Type.Object({ hub_id: Id(), sku: Id(), ...page });
export type MovementsQuery = Static<typeof MovementsQuery>;

const ofConfirmation = (description?: string) => Type.Optional(Type.String({ description }));

export const MovementList = Enveloped(
  Type.Object({
    movements: Type.Array(
      Type.Object({
        kind: Type.String({ enum: ['confirm', 'load', 'adjust'] }),
        hub_id: Type.String(),
        sku: Type.String(),
        qty: Type.Integer({
          description: 'units confirmed, available after the loading, or adjusted',
        }),
        delta: Type.Integer({ description: 'change of the stock on hand, available + held' }),
        seq: Type.Integer({ description: '1, 2, 3 … for each hub and SKU' }),
        at: Type.Integer({ description: 'milliseconds since the epoch' }),
        reservation_id: ofConfirmation('of a confirmation'),
        order_id: ofConfirmation('of a confirmation'),
        user_id: ofConfirmation('of a confirmation'),
        reason: ofConfirmation('of an adjustment'),
        reference: ofConfirmation('of an adjustment'),
      }),
      { description: 'the newest first' },
    ),
    ...more,
  }),
);
