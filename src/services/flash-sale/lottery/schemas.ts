import { Type } from 'typebox';
import { Enveloped, Id } from '#kit/web/schema.ts';

const Product = Type.String({ description: 'id of the product' });

export const EnterBody = Type.Object({
  product_id: Id('the product to win'),
  user_id: Id('the user who enters'),
  device_fp: Id('fingerprint of the device of the user'),
});
export const EnterResult = Type.Object({
  status: Type.Literal('lottery_entered'),
  product_id: Product,
  user_id: Type.String({ description: 'the user who has entered' }),
  commitment: Type.String({ description: 'SHA-256 of the seed of the draw' }),
  salt: Type.String({
    description:
      'identifies this entry among the published ones, each of which is the SHA-256 of salt, ":" and user_id',
  }),
});
export const DrawBody = Type.Object({
  product_id: Id('the product to win'),
  winners: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description: 'number of entrants who win a unit each; fewer win if fewer take part',
  }),
  round: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, description: 'the round to draw; 1 when absent' }),
  ),
});
const Draw = Type.Object({
  round: Type.Integer({ description: 'number of the round, from 1' }),
  drawn: Type.Boolean({ description: 'whether the draw is over; only then are there winners' }),
  commitment: Type.String({ description: 'SHA-256 of the seed, published before the draw' }),
  seed: Type.Optional(Type.String({ description: 'revealed by the draw' })),
  entries_digest: Type.Optional(
    Type.String({ description: 'SHA-256 of the entries, joined by line breaks' }),
  ),
  entries: Type.Optional(
    Type.Array(Type.String({ description: 'salted hash of a user' }), {
      description: 'entrants who took part in this round, in order of entry',
    }),
  ),
  winners: Type.Optional(
    Type.Array(Type.String({ description: 'salted hash of a user' }), {
      description: 'entries that won, the best ticket first',
    }),
  ),
});
export const DrawResult = Enveloped(Draw);
export const DrawsQuery = Type.Object({ product_id: Id('the product to win') });
export const DrawsResult = Type.Object({
  draws: Type.Array(Draw, { description: 'all rounds; the last one is not drawn yet' }),
});
export const LotteryQuery = Type.Object({
  product_id: Id('the product to win'),
  user_id: Id('the user who has entered'),
});
export const LotteryResult = Type.Object({
  product_id: Product,
  user_id: Type.String({ description: 'the user who has entered' }),
  status: Type.String({
    enum: ['pending', 'won', 'claimed', 'expired', 'lost'],
    description:
      'pending: not drawn yet; won: the prize can be claimed; claimed: it is ordered; expired: it was not claimed in time, or its hold has lapsed or was released',
  }),
  lottery_token: Type.Optional(
    Type.String({ description: 'claims the prize; present while the status is won' }),
  ),
  expires_at: Type.Optional(
    Type.Integer({
      description: 'until when the prize can be claimed, milliseconds since the epoch',
    }),
  ),
  order_id: Type.Optional(
    Type.String({ description: 'id of the order, once the prize is claimed' }),
  ),
});
export const PrizeBody = Type.Object({ lottery_token: Id('the token of the prize') });
export const PrizeResult = Enveloped(
  Type.Object({
    order_id: Type.String({ description: 'id of the order' }),
    reservation_id: Type.String({ description: 'id of the reservation, to confirm or release' }),
    expires_at: Type.Optional(
      Type.Integer({
        description:
          'when the hold lapses unless it is confirmed, milliseconds since the epoch; absent once the hold is over, and for a sale without `hold_seconds`',
      }),
    ),
    status: Type.Literal('completed'),
  }),
);
