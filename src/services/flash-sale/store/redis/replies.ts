/** What the scripts reply, checked where it enters. */
import { Type, type Static } from 'typebox';
import { checked } from '#kit/web/schema.ts';
import { Flow } from '../../schemas.ts';
import type {
  AdmitOutcome,
  CheckoutOutcome,
  Original,
  Refused,
  Repeated,
  SaleOutcome,
} from '../checkouts.ts';
import type { ConfirmOutcome, LoadOutcome, ReleaseOutcome, StockView } from '../ledger.ts';
import type { VoucherOutcome } from '../vouchers.ts';
import type { Promotion } from '../waiting-room.ts';

const Text = Type.String();
const Count = Type.Integer({ minimum: 0 });
/** A reply that is a tag alone. */
const kind = <T extends string>(name: T) => Type.Tuple([Type.Literal(name)]);

const CompletedReply = Type.Tuple([Type.Literal('completed'), Text, Text]);
const QueuedReply = Type.Tuple([Type.Literal('queued'), Count]);
const OriginalReply = Type.Union([CompletedReply, QueuedReply, kind('running')]);

function toOriginal(reply: Static<typeof OriginalReply>): Original {
  switch (reply[0]) {
    case 'completed':
      return { kind: reply[0], orderId: reply[1], reservationId: reply[2] };
    case 'queued':
      return { kind: reply[0], position: reply[1] };
    case 'running':
      return 'running';
  }
}

const checkOriginal = checked('reply of original.lua', Type.Union([Type.Null(), OriginalReply]));

export function decodeOriginal(reply: unknown): Original | undefined {
  const original = checkOriginal(reply);
  return original === null ? undefined : toOriginal(original);
}

const SaleReply = Type.Union([CompletedReply, QueuedReply, kind('sold-out')]);

function toSale(reply: Static<typeof SaleReply>): SaleOutcome {
  switch (reply[0]) {
    case 'completed':
      return { kind: reply[0], orderId: reply[1], reservationId: reply[2] };
    case 'queued':
      return { kind: reply[0], position: reply[1] };
    case 'sold-out':
      return { kind: reply[0] };
  }
}

const RepeatedReply = Type.Tuple([Type.Literal('repeated'), OriginalReply]);
const RefusedReply = Type.Union([
  RepeatedReply,
  kind('rate-limited'),
  kind('voucher-required'),
  kind('lottery-only'),
  Type.Tuple([Type.Literal('unknown-slot'), Type.Array(Text)]),
]);

function toRefused(reply: Static<typeof RefusedReply>): Repeated | Refused {
  switch (reply[0]) {
    case 'repeated':
      return { kind: reply[0], original: toOriginal(reply[1]) };
    case 'unknown-slot':
      return { kind: reply[0], slots: reply[1] };
    default:
      return { kind: reply[0] };
  }
}

const checkCheckouts = checked(
  'reply of checkout.lua',
  Type.Array(Type.Union([SaleReply, RefusedReply])),
);

export const decodeCheckouts = (reply: unknown): CheckoutOutcome[] =>
  checkCheckouts(reply).map((one) => {
    switch (one[0]) {
      case 'completed':
      case 'queued':
      case 'sold-out':
        return toSale(one);
      default:
        return toRefused(one);
    }
  });

const checkAdmission = checked(
  'reply of checkout.lua to admit',
  Type.Tuple([Type.Union([kind('admitted'), kind('pool-full'), RefusedReply])]),
);

export function decodeAdmission(reply: unknown): AdmitOutcome {
  const [outcome] = checkAdmission(reply);
  switch (outcome[0]) {
    case 'admitted':
    case 'pool-full':
      return { kind: outcome[0] };
    default:
      return toRefused(outcome);
  }
}

const checkSale = checked(
  'reply of checkout.lua to sell',
  Type.Tuple([Type.Union([SaleReply, RepeatedReply])]),
);

export function decodeSale(reply: unknown): SaleOutcome | Repeated {
  const [outcome] = checkSale(reply);
  if (outcome[0] !== 'repeated') return toSale(outcome);
  return { kind: outcome[0], original: toOriginal(outcome[1]) };
}

const Promotions = Type.Array(Type.Tuple([Text, Text, Text]));

const toPromotions = (reply: Static<typeof Promotions>): Promotion[] =>
  reply.map(([userId, orderId, reservationId]) => ({ userId, orderId, reservationId }));

const checkLoad = checked(
  'reply of load.lua',
  Type.Union([kind('already-loaded'), Type.Tuple([Type.Literal('loaded'), Promotions])]),
);

export function decodeLoad(reply: unknown): LoadOutcome {
  const outcome = checkLoad(reply);
  if (outcome[0] === 'already-loaded') return { kind: outcome[0] };
  return { kind: outcome[0], promoted: toPromotions(outcome[1]) };
}

const checkRelease = checked(
  'reply of release.lua',
  Type.Union([
    Type.Tuple([Type.Literal('released'), Count, Promotions]),
    kind('already-released'),
    kind('ledger-closed'),
    kind('confirmed'),
    kind('unknown'),
  ]),
);

export function decodeRelease(reply: unknown): ReleaseOutcome {
  const outcome = checkRelease(reply);
  if (outcome[0] !== 'released') return { kind: outcome[0] };
  return { kind: outcome[0], waiting: outcome[1], promoted: toPromotions(outcome[2]) };
}

const checkConfirm = checked(
  'reply of confirm.lua',
  Type.Union([Type.Tuple([Type.Literal('confirmed'), Text]), kind('released'), kind('unknown')]),
);

export function decodeConfirm(reply: unknown): ConfirmOutcome {
  const outcome = checkConfirm(reply);
  return outcome[0] === 'confirmed'
    ? { kind: outcome[0], orderId: outcome[1] }
    : { kind: outcome[0] };
}

const checkStock = checked(
  'reply of stock.lua',
  Type.Union([
    Type.Null(),
    Type.Tuple([Flow, Count, Count, Count, Count, Count, Type.Array(Count)]),
  ]),
);

export function decodeStock(reply: unknown): Omit<StockView, 'productId'> | undefined {
  const view = checkStock(reply);
  if (view === null) return undefined;
  const [flow, loaded, held, confirmed, released, waiting, buckets] = view;
  const available = buckets.reduce((sum, units) => sum + units, 0);
  return { flow, loaded, available, held, confirmed, released, waiting, buckets };
}

const checkPosition = checked(
  'reply of queue-position.lua',
  Type.Union([
    Type.Tuple([Type.Literal('waiting'), Text, Count, Text]),
    Type.Tuple([Type.Literal('promoted'), Text, Text, Text]),
    Type.Tuple([Type.Literal('several'), Type.Array(Text)]),
    kind('not-queued'),
  ]),
);

/** A promotion lacks its user, whom the caller knows. */
export function decodePosition(reply: unknown) {
  const answer = checkPosition(reply);
  switch (answer[0]) {
    case 'waiting': {
      const [, productId, position, interval] = answer;
      const returnIntervalMs = interval === '' ? undefined : Number(interval);
      return { kind: answer[0], productId, position, returnIntervalMs };
    }
    case 'promoted': {
      const [, productId, orderId, reservationId] = answer;
      return { kind: answer[0], productId, orderId, reservationId };
    }
    case 'several':
      return { kind: answer[0], products: answer[1] };
    case 'not-queued':
      return { kind: answer[0] };
  }
}

export const decodeVoucher: (reply: unknown) => VoucherOutcome = checked(
  'reply of claim-voucher.lua',
  Type.Union([
    Type.Literal('claimed'),
    Type.Literal('already-claimed'),
    Type.Literal('none-left'),
    Type.Literal('wrong-flow'),
    Type.Literal('unknown'),
    Type.Literal('rate-limited'),
  ]),
);

/** Of scripts that do a limited amount of work: whether there may be more. */
export const decodeMore = (reply: unknown): boolean => checkFlag(reply) === 1;
const checkFlag = checked('reply', Type.Union([Type.Literal(0), Type.Literal(1)]));
