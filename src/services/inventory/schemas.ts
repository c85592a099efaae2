import { Type, type Static } from 'typebox';
import { Enveloped, Id } from '#kit/web/schema.ts';

const Units = (description?: string) => Type.Integer({ minimum: 0, description });
const Qty = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'units' });

export const StockParams = Type.Object({ hub_id: Id(), sku: Id() });

export const StockView = Enveloped(
  Type.Object({
    hub_id: Type.String(),
    sku: Type.String(),
    available: Units('units that can be reserved'),
    partitioned: Type.Boolean({ description: 'whether it is a hot SKU' }),
    buckets: Type.Integer({ description: '10 when partitioned, else 1' }),
    held: Units('units in open reservations'),
    confirmed: Units('units in confirmed reservations'),
    loaded: Units('available + held + confirmed'),
  }),
);

export const LoadBody = Type.Object({
  hub_id: Id(),
  sku: Id(),
  quantity: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'units available afterwards',
  }),
  partitioned: Type.Optional(
    Type.Boolean({ description: 'true: a hot SKU; by default as it is, and false at first' }),
  ),
});

export type LoadBody = Static<typeof LoadBody>;

const Item = Type.Object({ sku: Id(), qty: Qty });

export const ReserveBody = Type.Object({
  hub_id: Id(),
  sku: Type.Optional(Id('with qty; or items')),
  qty: Type.Optional(Qty),
  items: Type.Optional(
    Type.Array(Item, { minItems: 1, maxItems: 100, description: 'several lines: all or nothing' }),
  ),
  order_id: Id('repeating it gives the same reservation'),
  user_id: Id(),
});
export type ReserveBody = Static<typeof ReserveBody>;

export const ReserveResult = Enveloped(
  Type.Object({
    reservation_id: Type.String(),
    status: Type.Literal('reserved'),
    qty: Type.Integer({ description: 'units of all lines' }),
    ttl_seconds: Type.Integer({ description: 'how long a new reservation is held' }),
    expires_at: Type.Integer({ description: 'last instant to confirm it, milliseconds' }),
    items: Type.Optional(
      Type.Array(Type.Object({ sku: Type.String(), qty: Type.Integer() }), {
        description: 'when the request had items: each SKU once',
      }),
    ),
  }),
);

export const ReservationBody = Type.Object({ reservation_id: Id() });
export const ConfirmResult = Enveloped(
  Type.Object({ reservation_id: Type.String(), status: Type.Literal('confirmed') }),
);
export const ReleaseResult = Enveloped(
  Type.Object({
    reservation_id: Type.String(),
    status: Type.String({ enum: ['released', 'expired'] }),
  }),
);

const Difference = Type.Object({
  hub_id: Type.String(),
  sku: Type.String(),
  operational: Type.Integer({ description: 'available + held' }),
  recorded: Type.Integer({ description: 'stock on hand in the system of record' }),
  explained_by: Type.Union([Type.Literal('outbox'), Type.Null()], {
    description: 'outbox: exactly what waits to be recorded',
  }),
});
export type Difference = Static<typeof Difference>;

const Unbalanced = Type.Object({
  hub_id: Type.String(),
  sku: Type.String(),
  loaded: Type.Integer(),
  available: Type.Integer(),
  held: Type.Integer(),
  confirmed: Type.Integer(),
});
const Rejected = Type.Object({
  entry_id: Type.String({ description: 'the reservation, or the loading' }),
  hub_id: Type.String(),
  failures: Type.Integer({ description: 'how often the record has rejected it' }),
  reason: Type.String({ description: 'why, the last time' }),
  retry_at: Type.Integer({ description: 'instant of the next attempt, milliseconds' }),
});

export const Report = Type.Object({
  checked: Type.Integer({ description: 'pairs of hub and SKU that were compared' }),
  differences: Type.Array(Difference),
  unbalanced: Type.Array(Unbalanced, {
    description: 'pairs where loaded is not available + held + confirmed',
  }),
  postponed: Type.Integer({
    description: 'pairs not compared, because too many of their movements wait in the outbox',
  }),
  rejected: Type.Array(Rejected, {
    description: 'entries of the outbox that the record rejects, at most 100',
  }),
});
export type Report = Static<typeof Report>;
