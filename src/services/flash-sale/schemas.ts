import { Type } from 'typebox';
import { Enveloped, Id } from '#kit/web/schema.ts';
import { Flow, SaleMode, StockView } from './store/ledger.ts';

const Qty = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'units' });
const Units = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000_000_000, description });
const Product = Type.String({ description: 'id of the product' });
const User = Type.String({ description: 'id of the user' });
const Order = Type.String({ description: 'id of the order' });
const Reservation = Type.String({ description: 'id of the reservation, to confirm or release' });
/** An instant of 13 digits, up to the year 2286. */
const Instant = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 9_999_999_999_999, description });
const HoldEnd = Type.Optional(
  Instant(
    'when the hold lapses unless it is confirmed, milliseconds since the epoch; absent once the hold is over, and for a sale without `hold_seconds`',
  ),
);
export const CheckoutBody = Type.Object({
  product_id: Id('the product to buy'),
  user_id: Id('the buyer'),
  qty: Qty,
  device_fp: Id('fingerprint of the device that the attestation was issued for'),
  attestation: Type.String({ maxLength: 128, description: 'the token of `GET /flash-sale/token`' }),
  expires_at: Type.Integer({ description: '`expires_at` of the token, seconds since the epoch' }),
  idempotency_key: Id(
    'chosen by the client, a new one for each purchase; while identity is on, each user has their own keys',
  ),
});
export const CheckoutQuery = Type.Object({
  slot: Type.Optional(
    Type.String({
      maxLength: 5,
      description:
        'start of the current time slot, HH:MM in UTC; when absent, the latest slot that has begun. Only the flow `slotted` uses it',
    }),
  ),
});
export const CheckoutResult = Enveloped(
  Type.Object({
    status: Type.String({
      enum: ['completed', 'queued', 'idempotency_conflict'],
      description:
        'completed: sold; queued: in the waiting room; idempotency_conflict: the key was used before',
    }),
    order_id: Type.Optional(Order),
    reservation_id: Type.Optional(Reservation),
    expires_at: HoldEnd,
    position: Type.Optional(
      Type.Integer({ description: 'position in the waiting room; 0 is next' }),
    ),
    original_status: Type.Optional(
      Type.String({
        description:
          'what the first request with the key got: completed or queued; absent while it still runs',
      }),
    ),
  }),
);

export const ReservationBody = Type.Object({ reservation_id: Id('id of the reservation') });
const Promoted = Type.Object({
  user_id: Type.String({ description: 'the user who got the units' }),
  order_id: Order,
  reservation_id: Reservation,
  expires_at: HoldEnd,
});
export const ReleaseResult = Type.Object({
  status: Type.Literal('released'),
  released: Type.Boolean({ description: 'whether this request has returned units' }),
  promoted: Type.Union([Promoted, Type.Null()], { description: 'the first of `promoted_users`' }),
  promoted_users: Type.Array(Promoted, {
    description: 'users of the waiting room who got the units, in order',
  }),
  message: Type.String({ description: 'what happened, for a person to read' }),
});
export const ConfirmResult = Enveloped(
  Type.Object({
    reservation_id: Type.String({ description: 'id of the reservation' }),
    order_id: Order,
    status: Type.Literal('confirmed'),
  }),
);

export const TokenQuery = Type.Object({
  device_fp: Id('fingerprint of the device that will check out'),
});
export const TokenResult = Type.Object({
  token: Type.String({ description: 'send it as `attestation`' }),
  expires_at: Type.Integer({ description: 'seconds since the epoch' }),
  expires_in: Type.Integer({ description: 'seconds from now' }),
});

const Position = Type.Optional(Type.Integer({ description: 'while the user waits; 0 is next' }));
const EstimatedWait = Type.Optional(
  Type.Integer({
    description: 'while the user waits: seconds, at the present rate of returned units',
  }),
);
const Reachable = Type.Optional(
  Type.Boolean({
    description:
      'while the user waits: false if the position could not be served even if every hold were returned',
  }),
);
export const QueueQuery = Type.Object({
  user_id: Id('the user who waits'),
  product_id: Type.Optional(Id('required if the user is waiting for several products')),
});
export const QueueResult = Type.Object({
  status: Type.String({
    enum: ['queued', 'promoted'],
    description: 'queued: the user is still waiting; promoted: the user got the units',
  }),
  product_id: Product,
  user_id: User,
  position: Position,
  estimated_wait_s: EstimatedWait,
  reachable: Reachable,
  order_id: Type.Optional(Order),
  reservation_id: Type.Optional(Reservation),
  expires_at: HoldEnd,
});
export const LeaveBody = Type.Object({
  product_id: Id('the product that the user waits for'),
  user_id: Id('the user who leaves'),
});
export const LeaveResult = Type.Object({
  left: Type.Boolean({ description: 'false if the user was not waiting' }),
});

export const FollowQuery = Type.Object({
  product_id: Id('the product of the sale'),
  user_id: Type.Optional(
    Id('the user whose position is followed; when absent, the sale is followed'),
  ),
});
/** The data of an event `queue`. */
const QueueEvent = Type.Object({
  status: Type.String({
    enum: ['waiting', 'promoted', 'not_queued'],
    description:
      'promoted: the user got the units; not_queued: the user is not waiting, or no longer has a hold',
  }),
  position: Position,
  estimated_wait_s: EstimatedWait,
  reachable: Reachable,
  order_id: Type.Optional(Order),
  reservation_id: Type.Optional(Reservation),
  expires_at: HoldEnd,
});
const SaleState = Type.String({
  enum: ['scheduled', 'open', 'paused', 'over', 'closed'],
  description:
    'scheduled: before `starts_at`; over: from `ends_at` on; paused and closed: by an operator',
});
/** The data of an event `sale`. */
const SaleEvent = Type.Object({
  product_id: Product,
  state: SaleState,
  available: Type.Integer({ description: 'units that can be bought' }),
  waiting: Type.Integer({ description: 'users in the waiting room' }),
});
export const FollowEvent = Type.Union([QueueEvent, SaleEvent]);

const Slot = Type.Object({
  slot: Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    description: 'when it starts, HH:MM in UTC',
  }),
  stock: Units('units of this time slot'),
});
export const LoadBody = Type.Object({
  product_id: Id('the product to sell'),
  total_stock: Type.Optional(Units('units to sell; required unless `slots` gives them')),
  flow: Type.Optional(Flow),
  reset: Type.Optional(
    Type.Boolean({ description: 'true: replaces stock that is already loaded' }),
  ),
  voucher_limit: Type.Optional(
    Units('maximum number of vouchers that can be claimed; `total_stock` when absent'),
  ),
  slots: Type.Optional(
    Type.Array(Slot, {
      maxItems: 96,
      description: 'time slots of the flow `slotted`, each with its units',
    }),
  ),
  hold_seconds: Type.Optional(
    Type.Integer({
      minimum: 5,
      maximum: 86_400,
      description:
        'seconds after which an unconfirmed hold lapses; when absent, a hold lasts until it is released',
    }),
  ),
  per_user_limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000_000,
      description:
        'purchase limit: units that a user may hold, have confirmed and wait for together',
    }),
  ),
  starts_at: Type.Optional(
    Instant('when the sale opens, milliseconds since the epoch; checkouts are refused before'),
  ),
  ends_at: Type.Optional(
    Instant('when the sale ends, milliseconds since the epoch; checkouts are refused from then on'),
  ),
});
export const LoadResult = Enveloped(
  Type.Object({
    product_id: Product,
    total_stock: Type.Integer({ description: 'units to sell' }),
    flow: Type.String({ description: 'how the units are sold' }),
    buckets: Type.Array(Type.Integer(), {
      description:
        'units of each bucket: one bucket in a race, otherwise ten, or ten for each time slot',
    }),
    slots: Type.Optional(
      Type.Array(
        Type.Object({
          slot: Type.String({ description: 'when it starts, HH:MM in UTC' }),
          stock: Type.Integer({ description: 'units of this time slot' }),
        }),
        { description: 'the time slots of the flow `slotted`, the earliest first' },
      ),
    ),
    commitment: Type.Optional(
      Type.String({ description: 'SHA-256 of the seed of the draw, for the flow `lottery`' }),
    ),
    promoted_users: Type.Array(Promoted, {
      description: 'users who already waited and got units, in order',
    }),
  }),
);
export const StockQuery = Type.Object({ product_id: Id('the product of the sale') });
const { productId: product_id, ...counts } = StockView.properties;
export const StockResult = Enveloped(Type.Object({ product_id, ...counts }));
export const SalesQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 20,
      description: 'maximum number of sales to list',
    }),
  ),
});
const { flow, loaded, available, held, confirmed, waiting } = counts;
const SaleView = Type.Object({
  product_id,
  state: SaleState,
  starts_at: Type.Optional(Instant('when the sale opens, milliseconds since the epoch')),
  ends_at: Type.Optional(Instant('when the sale ends, milliseconds since the epoch')),
  flow,
  loaded,
  available,
  held,
  confirmed,
  waiting,
});
export const SalesResult = Type.Object({
  sales: Type.Array(SaleView, { description: 'the one that was loaded last comes first' }),
});
export const StateBody = Type.Object({
  product_id: Id('the product of the sale'),
  state: SaleMode,
});
export const StateResult = Enveloped(
  Type.Object({
    product_id: Product,
    state: Type.String({ description: 'the state that the operator has set' }),
  }),
);
export const MembersBody = Type.Object({
  user_ids: Type.Array(Id(), {
    minItems: 1,
    maxItems: 10_000,
    description: 'users whose tier is set',
  }),
  tier: Type.Union([Type.Literal('premium'), Type.Literal('regular')], {
    description: 'premium members wait in front of regular users in a `weighted` sale',
  }),
});
export const MembersResult = Type.Object({
  tier: Type.String({ description: 'the tier of the users from now on' }),
  updated: Type.Integer({ description: 'number of users in the request' }),
});

export const VoucherBody = Type.Object({
  product_id: Id('the product of the sale'),
  user_id: Id('the user who wants to buy'),
});
export const VoucherResult = Type.Object({
  status: Type.Literal('claimed'),
  product_id: Product,
  user_id: Type.String({ description: 'the holder of the voucher' }),
});
