/** The queries and answers of operations that only read. */
import { Type, type Static } from 'typebox';
import { maxFullName } from '#kit/web/identity/caller.ts';
import { Enveloped, Id } from '#kit/web/schema.ts';
import { Stock } from './stock.ts';

const page = {
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 100,
    description: 'maximum number of entries in the answer',
  }),
  cursor: Type.Optional(
    Type.String({ maxLength: 4096, description: '`next_cursor` of the previous page' }),
  ),
};
const more = {
  next_cursor: Type.Optional(
    Type.String({ description: 'the `cursor` of the next page; absent on the last one' }),
  ),
};

export const HubParams = Type.Object({ hub_id: Id('the hub') });
export const PageQuery = Type.Object(page);
export type PageQuery = Static<typeof PageQuery>;

export const StockList = Enveloped(
  Type.Object({
    stock: Type.Array(Stock, { description: 'in the order of the bytes of the SKU' }),
    ...more,
  }),
);

export const HubList = Enveloped(
  Type.Object({
    hubs: Type.Array(Type.String(), {
      description: 'ids of the hubs, in the order of their bytes',
    }),
    ...more,
  }),
);

export const ReservationParams = Type.Object({ reservation_id: Id('id of the reservation') });
export const OrderParams = Type.Object({
  order_id: Type.String({
    minLength: 1,
    maxLength: maxFullName,
    format: 'id',
    description:
      'id of the order; for an order that a user has made, a service sends `user:<user>/<order>`',
  }),
});
export const OrderQuery = Type.Object({
  hub_id: Type.Optional(Id('the hub of the reservation; any hub when absent')),
});
export type OrderQuery = Static<typeof OrderQuery>;

const Reservation = Type.Object({
  reservation_id: Type.String({ description: 'id of the reservation' }),
  order_id: Type.String({ description: 'the order that it is for' }),
  hub_id: Type.String({ description: 'the hub that has the units' }),
  status: Type.String({
    enum: ['reserved', 'confirmed', 'released', 'expired'],
    description: 'an overdue reservation is expired, even if its units are not back yet',
  }),
  items: Type.Array(
    Type.Object({
      sku: Type.String({ description: 'the SKU' }),
      qty: Type.Integer({ description: 'units' }),
    }),
    { description: 'each SKU once' },
  ),
  expires_at: Type.Integer({
    description: 'last instant to confirm it, milliseconds since the epoch',
  }),
});
export const ReservationView = Enveloped(Reservation);

export const HeldQuery = Type.Object({ limit: page.limit });
export const HeldReservations = Enveloped(
  Type.Object({
    reservations: Type.Array(Reservation, { description: 'the one that ends next comes first' }),
  }),
);

export const MovementsQuery = Type.Object({ hub_id: Id('the hub'), sku: Id('the SKU'), ...page });
export type MovementsQuery = Static<typeof MovementsQuery>;

const text = (description: string) => Type.Optional(Type.String({ description }));

export const MovementList = Enveloped(
  Type.Object({
    movements: Type.Array(
      Type.Object({
        kind: Type.String({
          enum: ['confirm', 'load', 'adjust'],
          description: 'confirm: units were sold; load: they were set; adjust: they came or went',
        }),
        hub_id: Type.String({ description: 'the hub' }),
        sku: Type.String({ description: 'the SKU' }),
        qty: Type.Integer({
          description: 'units: confirmed, available after a loading, or adjusted',
        }),
        delta: Type.Integer({ description: 'change of the stock on hand, available + held' }),
        seq: Type.Integer({ description: 'number among the movements of the hub and SKU, from 1' }),
        at: Type.Integer({ description: 'when it happened, milliseconds since the epoch' }),
        reservation_id: text('the reservation that was confirmed'),
        order_id: text('the order of the confirmed reservation'),
        user_id: text('the user of the confirmed reservation'),
        reason: text('why it was adjusted'),
        reference: text('the reference of the adjustment'),
      }),
      { description: 'the newest first' },
    ),
    ...more,
  }),
);
