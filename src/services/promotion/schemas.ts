import { Type, type Static } from 'typebox';
import { Id, Name } from '#kit/web/schema.ts';

const maxMoney = 1e12;
const Count = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description }));

const Cart = Type.Object({
  total: Type.Number({ minimum: 0, maximum: maxMoney }),
  hub_id: Id(),
  items: Type.Array(
    Type.Object({
      sku: Id(),
      category: Name(),
      price: Type.Number({ minimum: 0, maximum: maxMoney }),
      qty: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    }),
    { maxItems: 1_000 },
  ),
});

export type Cart = Static<typeof Cart>;

const Customer = Type.Object({
  id: Id(),
  device_fingerprint: Id(),
  order_count: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'orders of the customer, the one being placed included',
  }),
});

export type Customer = Static<typeof Customer>;

const Discount = Type.Object({
  type: Type.Enum(['percentage', 'fixed']),
  value: Type.Number({ minimum: 0, maximum: maxMoney, description: 'per cent, or an amount' }),
});

export type Discount = Static<typeof Discount>;

const UsageLimits = Type.Object({
  per_user: Count('uses a user has; 0 = unlimited'),
  global: Count('uses all users have together; 0 = unlimited'),
  ttl_seconds: Count('lifetime of the counters after each use; 0 = for ever'),
});

export const ValidateBody = Type.Object({ promo_id: Id(), cart: Cart, customer: Customer });

export type ValidateBody = Static<typeof ValidateBody>;

export const ApplyBody = Type.Object({
  promo_id: Type.Optional(Id('the only candidate')),
  promo_ids: Type.Optional(
    Type.Array(Id(), { minItems: 1, maxItems: 1_000, description: 'the candidates' }),
  ),
  order_id: Type.Optional(Id('makes the request repeatable without a second use')),
  cart: Cart,
  customer: Customer,
});

export type ApplyBody = Static<typeof ApplyBody>;

const ruleMembers = {
  name: Name(),
  priority: Type.Integer({
    minimum: -1_000_000_000,
    maximum: 1_000_000_000,
    description: 'lower comes first',
  }),
  stackable: Type.Boolean(),
  discount: Discount,
  condition_tree: Type.Object(
    {},
    { additionalProperties: true, description: 'condition node: see the README' },
  ),
  usage_limits: Type.Optional(UsageLimits),
};

export const RuleBody = Type.Object({ promo_id: Id(), ...ruleMembers });
export type RuleBody = Static<typeof RuleBody>;
/** The path names the rule. */
export const ReplaceBody = Type.Object(ruleMembers);
export const RuleParams = Type.Object({ promo_id: Id() });

export const SimilarityBody = Type.Object({
  lists: Type.Array(Type.Object({ id: Id(), items: Type.Array(Id(), { maxItems: 10_000 }) }), {
    maxItems: 1_000,
  }),
  threshold: Type.Number({ minimum: 0, maximum: 1, default: 0.85 }),
});

export type SimilarityBody = Static<typeof SimilarityBody>;

export const ValidateResult = Type.Object({
  valid: Type.Boolean(),
  conditions_met: Type.Array(Type.String()),
  discount_summary: Type.Union([Discount, Type.Null()]),
  explanation: Type.Object({}, { additionalProperties: true }),
});

export const ApplyResult = Type.Object({
  applied: Type.Array(
    Type.Object({
      promo_id: Type.String(),
      discount: Type.Number(),
      priority: Type.Integer(),
      stackable: Type.Boolean(),
    }),
  ),
  total_before: Type.Number(),
  total_discount: Type.Number(),
  total_after: Type.Number(),
  refused: Type.Array(Type.Object({ promo_id: Type.String(), reason: Type.String() })),
});

/** Also what the stores hold as JSON. */
export const Rule = Type.Object({
  ...ruleMembers,
  promo_id: Type.String(),
  name: Type.String(),
  usage_limits: UsageLimits,
});
export type Rule = Static<typeof Rule>;
export const RulesResult = Type.Object({ rules: Type.Array(Rule) });
export const ChangeResult = Type.Object({
  status: Type.Union([Type.Literal('created'), Type.Literal('updated'), Type.Literal('deleted')]),
  promo_id: Type.String(),
});
const Pair = Type.Object({ a: Type.String(), b: Type.String(), similarity: Type.Number() });
export type Pair = Static<typeof Pair>;
export const SimilarityResult = Type.Object({
  threshold: Type.Number(),
  total: Type.Integer({ description: 'pairs that were found; at most 10,000 are listed' }),
  pairs: Type.Array(Pair),
});

/** What the answer to an order is computed from, beside the verdicts of the store, which keeps it. */
export const OrderTerms = Type.Object({
  total: Type.Number(),
  candidates: Type.Array(Type.Pick(Rule, ['promo_id', 'priority', 'stackable', 'discount'])),
  unmet: Type.Array(Type.String(), {
    description: 'named promotions whose conditions are not met',
  }),
});
export type OrderTerms = Static<typeof OrderTerms>;
