/** Bodies and answers about reservations. */
import { Type, type Static } from 'typebox';
import { Enveloped, Id } from '#kit/web/schema.ts';

const Qty = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'units' });
const Item = Type.Object({ sku: Id(), qty: Qty });

export const ReserveBody = Type.Object({
  hub_id: Id(),
  sku: Type.Optional(Id('with qty; or items')),
  qty: Type.Optional(Qty),
  items: Type.Optional(
    Type.Array(Item, { minItems: 1, maxItems: 100, description: 'several lines: all or nothing' }),
  ),
  order_id: Id(
    'repeating it gives the same reservation; with identity on, each user has their own ids',
  ),
  user_id: Id(),
  ttl_seconds: Type.Optional(
    Type.Integer({ minimum: 5, maximum: 900, description: 'how long to hold it; by default 30' }),
  ),
});
export type ReserveBody = Static<typeof ReserveBody>;

export const ReserveResult = Enveloped(
  Type.Object({
    reservation_id: Type.String(),
    status: Type.Literal('reserved'),
    qty: Type.Integer({ description: 'units of all lines' }),
    ttl_seconds: Type.Integer({ description: 'for how long it was made' }),
    expires_at: Type.Optional(
      Type.Integer({
        description:
          'last instant to confirm it, milliseconds; absent when it has passed: the order is confirmed',
      }),
    ),
    items: Type.Optional(
      Type.Array(Type.Object({ sku: Type.String(), qty: Type.Integer() }), {
        description: 'when the request had items: each SKU once',
      }),
    ),
  }),
);

export const ReservationBody = Type.Object({ reservation_id: Id() });

export const ConfirmBody = Type.Object({
  ...ReservationBody.properties,
  late: Type.Optional(
    Type.Literal('retake', { description: 'when it has expired: take its units again' }),
  ),
});
export const ConfirmResult = Enveloped(
  Type.Object({
    reservation_id: Type.String(),
    status: Type.Literal('confirmed'),
    retaken: Type.Optional(
      Type.Boolean({ description: 'true with late: it had expired, and took its units again' }),
    ),
  }),
);

export const ExtendBody = Type.Object({
  ...ReservationBody.properties,
  ttl_seconds: Type.Integer({
    minimum: 5,
    maximum: 3600,
    description: 'from now on; at most to one hour after it was made',
  }),
});
export const ExtendResult = Enveloped(
  Type.Object({
    reservation_id: Type.String(),
    status: Type.Literal('reserved'),
    expires_at: Type.Integer({ description: 'last instant to confirm it, milliseconds' }),
  }),
);
export const ReleaseResult = Enveloped(
  Type.Object({
    reservation_id: Type.String(),
    status: Type.String({ enum: ['released', 'expired'] }),
  }),
);
