/** Bodies and answers about reservations. */
import { Type, type Static } from 'typebox';
import { Enveloped, Id } from '#kit/web/schema.ts';

const Qty = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'units' });
const Item = Type.Object({ sku: Id('the SKU'), qty: Qty });
const ReservationId = Type.String({ description: 'id of the reservation' });

export const ReserveBody = Type.Object({
  hub_id: Id('the hub that has the units'),
  sku: Type.Optional(Id('the SKU of a single line, with `qty`; or send `items`')),
  qty: Type.Optional(Qty),
  items: Type.Optional(
    Type.Array(Item, {
      minItems: 1,
      maxItems: 100,
      description: 'several lines, all of which are reserved or none; lines of one SKU are summed',
    }),
  ),
  order_id: Id(
    'chosen by the shop: repeating it gives the same reservation. While identity is on, each user has their own ids',
  ),
  user_id: Id('the user who orders'),
  ttl_seconds: Type.Optional(
    Type.Integer({
      minimum: 5,
      maximum: 900,
      description: 'seconds until it expires unless it is confirmed; 30 when absent',
    }),
  ),
});
export type ReserveBody = Static<typeof ReserveBody>;

export const ReserveResult = Enveloped(
  Type.Object({
    reservation_id: ReservationId,
    status: Type.Literal('reserved'),
    qty: Type.Integer({ description: 'units of all lines' }),
    ttl_seconds: Type.Integer({ description: 'seconds for which it was made' }),
    expires_at: Type.Optional(
      Type.Integer({
        description:
          'last instant to confirm it, milliseconds since the epoch; absent once it has passed, which only a confirmed order outlives',
      }),
    ),
    items: Type.Optional(
      Type.Array(
        Type.Object({
          sku: Type.String({ description: 'the SKU' }),
          qty: Type.Integer({ description: 'units' }),
        }),
        {
          description: 'each SKU once, sorted; present if the request had `items`',
        },
      ),
    ),
  }),
);

export const ReservationBody = Type.Object({ reservation_id: Id('id of the reservation') });

export const ConfirmBody = Type.Object({
  ...ReservationBody.properties,
  late: Type.Optional(
    Type.Literal('retake', { description: 'if the reservation has expired, take its units again' }),
  ),
});
export const ConfirmResult = Enveloped(
  Type.Object({
    reservation_id: ReservationId,
    status: Type.Literal('confirmed'),
    retaken: Type.Optional(
      Type.Boolean({ description: 'true: it had expired, and its units were taken again' }),
    ),
  }),
);

export const ExtendBody = Type.Object({
  ...ReservationBody.properties,
  ttl_seconds: Type.Integer({
    minimum: 5,
    maximum: 3600,
    description: 'seconds from now, at most until one hour after the reservation was made',
  }),
});
export const ExtendResult = Enveloped(
  Type.Object({
    reservation_id: ReservationId,
    status: Type.Literal('reserved'),
    expires_at: Type.Integer({
      description: 'last instant to confirm it, milliseconds since the epoch',
    }),
  }),
);
export const ReleaseResult = Enveloped(
  Type.Object({
    reservation_id: ReservationId,
    status: Type.String({
      enum: ['released', 'expired'],
      description: 'expired: it had expired before the request',
    }),
  }),
);
