import { Type } from 'typebox';
import { Enveloped, Id } from '#kit/web/schema.ts';

export const EnterBody = Type.Object({ product_id: Id(), user_id: Id(), device_fp: Id() });
export const EnterResult = Type.Object({
  status: Type.Literal('lottery_entered'),
  product_id: Type.String(),
  user_id: Type.String(),
  commitment: Type.String({ description: 'SHA-256 of the seed of the draw' }),
  salt: Type.String({ description: 'finds the own entry: SHA-256 of salt, ":" and user_id' }),
});
export const DrawBody = Type.Object({
  product_id: Id(),
  winners: Type.Integer({ minimum: 1, maximum: 10_000 }),
  round: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
});
const Draw = Type.Object({
  round: Type.Integer(),
  drawn: Type.Boolean(),
  commitment: Type.String(),
  seed: Type.Optional(Type.String({ description: 'revealed by the draw' })),
  entries_digest: Type.Optional(Type.String()),
  entries: Type.Optional(Type.Array(Type.String({ description: 'salted hash of a user' }))),
  winners: Type.Optional(Type.Array(Type.String({ description: 'those of entries that won' }))),
});
export const DrawResult = Enveloped(Draw);
export const DrawsQuery = Type.Object({ product_id: Id() });
export const DrawsResult = Type.Object({ draws: Type.Array(Draw) });
export const LotteryQuery = Type.Object({ product_id: Id(), user_id: Id() });
export const LotteryResult = Type.Object({
  product_id: Type.String(),
  user_id: Type.String(),
  status: Type.String({ enum: ['pending', 'won', 'claimed', 'expired', 'lost'] }),
  lottery_token: Type.Optional(Type.String()),
  expires_at: Type.Optional(Type.Integer({ description: 'milliseconds since the epoch' })),
  order_id: Type.Optional(Type.String()),
});
export const PrizeBody = Type.Object({ lottery_token: Id() });
export const PrizeResult = Enveloped(
  Type.Object({
    order_id: Type.String(),
    reservation_id: Type.String(),
    expires_at: Type.Optional(
      Type.Integer({
        description: 'milliseconds since the epoch; only while a hold that lapses goes on',
      }),
    ),
    status: Type.Literal('completed'),
  }),
);
