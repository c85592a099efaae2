import { Type } from 'typebox';
import { Enveloped, Id } from '#kit/web/schema.ts';
import { Flow, SaleMode, StockView } from './store/ledger.ts';

const Qty = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'units' });
const Units = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 });
/** An instant of at most 13 digits: up to the year 2286. */
const Instant = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 9_999_999_999_999, description });
const HoldEnd = Type.Optional(
  Instant('milliseconds since the epoch; only while a hold that lapses goes on: confirm before it'),
);
export const CheckoutBody = Type.Object({
  product_id: Id(),
  user_id: Id('buyer'),
  qty: Qty,
  device_fp: Id('device fingerprint that the attestation is for'),
  attestation: Type.String({ maxLength: 128, description: 'token of GET /flash-sale/token' }),
  expires_at: Type.Integer({ description: 'expires_at of the token, seconds' }),
  idempotency_key: Id(
    'chosen by the client, one for each purchase; with identity on, each user has their own keys',
  ),
});
export const CheckoutQuery = Type.Object({
  slot: Type.Optional(Type.String({ maxLength: 5, description: 'time slot, HH:MM in UTC' })),
});
export const CheckoutResult = Enveloped(
  Type.Object({
    status: Type.String({ enum: ['completed', 'queued', 'idempotency_conflict'] }),
    order_id: Type.Optional(Type.String()),
    reservation_id: Type.Optional(Type.String()),
    expires_at: HoldEnd,
    position: Type.Optional(Type.Integer({ description: '0-based rank in the waiting room' })),
    original_status: Type.Optional(
      Type.String({ description: 'what the first request with the key got; absent while it runs' }),
    ),
  }),
);

export const ReservationBody = Type.Object({ reservation_id: Id() });
const Promoted = Type.Object({
  user_id: Type.String(),
  order_id: Type.String(),
  reservation_id: Type.String(),
  expires_at: HoldEnd,
});
export const ReleaseResult = Type.Object({
  status: Type.Literal('released'),
  released: Type.Boolean({ description: 'false when this request returned nothing' }),
  promoted: Type.Union([Promoted, Type.Null()]),
  promoted_users: Type.Array(Promoted),
  message: Type.String(),
});
export const ConfirmResult = Enveloped(
  Type.Object({
    reservation_id: Type.String(),
    order_id: Type.String(),
    status: Type.Literal('confirmed'),
  }),
);

export const TokenQuery = Type.Object({ device_fp: Id() });
export const TokenResult = Type.Object({
  token: Type.String({ description: 'to be sent as `attestation`' }),
  expires_at: Type.Integer({ description: 'seconds since the epoch' }),
  expires_in: Type.Integer({ description: 'seconds' }),
});

const Reachable = Type.Optional(
  Type.Boolean({
    description:
      'while waiting: false when this place could not be served even if every hold came back',
  }),
);
export const QueueQuery = Type.Object({
  user_id: Id(),
  product_id: Type.Optional(Id('may be left out when the user waits for exactly one product')),
});
export const QueueResult = Type.Object({
  status: Type.String({ enum: ['queued', 'promoted'] }),
  product_id: Type.String(),
  user_id: Type.String(),
  position: Type.Optional(Type.Integer({ description: '0-based' })),
  estimated_wait_s: Type.Optional(Type.Integer()),
  reachable: Reachable,
  order_id: Type.Optional(Type.String()),
  reservation_id: Type.Optional(Type.String()),
  expires_at: HoldEnd,
});
export const LeaveBody = Type.Object({ product_id: Id(), user_id: Id() });
export const LeaveResult = Type.Object({
  left: Type.Boolean({ description: 'false when the user did not wait' }),
});

export const FollowQuery = Type.Object({
  product_id: Id(),
  user_id: Type.Optional(Id('whose place is followed; without it, the sale')),
});
/** Data of an event `queue`. */
const QueueEvent = Type.Object({
  status: Type.String({ enum: ['waiting', 'promoted', 'not_queued'] }),
  position: Type.Optional(Type.Integer({ description: '0-based' })),
  estimated_wait_s: Type.Optional(Type.Integer()),
  reachable: Reachable,
  order_id: Type.Optional(Type.String()),
  reservation_id: Type.Optional(Type.String()),
  expires_at: HoldEnd,
});
const SaleState = Type.String({ enum: ['scheduled', 'open', 'paused', 'over', 'closed'] });
/** Data of an event `sale`. */
const SaleEvent = Type.Object({
  product_id: Type.String(),
  state: SaleState,
  available: Type.Integer({ description: 'units' }),
  waiting: Type.Integer({ description: 'users in the waiting room' }),
});
export const FollowEvent = Type.Union([QueueEvent, SaleEvent]);

const Slot = Type.Object({
  slot: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'start, UTC' }),
  stock: Units,
});
export const LoadBody = Type.Object({
  product_id: Id(),
  total_stock: Type.Optional(Units),
  flow: Type.Optional(Flow),
  reset: Type.Optional(Type.Boolean()),
  voucher_limit: Type.Optional(Units),
  slots: Type.Optional(Type.Array(Slot, { maxItems: 96 })),
  hold_seconds: Type.Optional(
    Type.Integer({
      minimum: 5,
      maximum: 86_400,
      description: 'how long a hold lasts that is not confirmed; absent: until it is released',
    }),
  ),
  per_user_limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000_000,
      description: 'units that a user may hold, have confirmed and wait for together',
    }),
  ),
  starts_at: Type.Optional(Instant('milliseconds since the epoch; checkouts from then on')),
  ends_at: Type.Optional(Instant('milliseconds since the epoch; checkouts before it')),
});
export const LoadResult = Enveloped(
  Type.Object({
    product_id: Type.String(),
    total_stock: Type.Integer(),
    flow: Type.String(),
    buckets: Type.Array(Type.Integer()),
    slots: Type.Optional(Type.Array(Type.Object({ slot: Type.String(), stock: Type.Integer() }))),
    commitment: Type.Optional(Type.String({ description: 'SHA-256 of the seed of the draw' })),
    promoted_users: Type.Array(Promoted),
  }),
);
export const StockQuery = Type.Object({ product_id: Id() });
const { productId: product_id, ...counts } = StockView.properties;
export const StockResult = Enveloped(Type.Object({ product_id, ...counts }));
export const SalesQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
});
const { flow, loaded, available, held, confirmed, waiting } = counts;
const SaleView = Type.Object({
  product_id,
  state: SaleState,
  starts_at: Type.Optional(Instant('when it opens, milliseconds since the epoch')),
  ends_at: Type.Optional(Instant('when it ends, milliseconds since the epoch')),
  flow,
  loaded,
  available,
  held,
  confirmed,
  waiting,
});
export const SalesResult = Type.Object({ sales: Type.Array(SaleView) });
export const StateBody = Type.Object({ product_id: Id(), state: SaleMode });
export const StateResult = Enveloped(
  Type.Object({ product_id: Type.String(), state: Type.String() }),
);
export const MembersBody = Type.Object({
  user_ids: Type.Array(Id(), { minItems: 1, maxItems: 10_000 }),
  tier: Type.Union([Type.Literal('premium'), Type.Literal('regular')]),
});
export const MembersResult = Type.Object({ tier: Type.String(), updated: Type.Integer() });

export const VoucherBody = Type.Object({ product_id: Id(), user_id: Id() });
export const VoucherResult = Type.Object({
  status: Type.Literal('claimed'),
  product_id: Type.String(),
  user_id: Type.String(),
});
