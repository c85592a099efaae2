import { Type, type Static, type TSchema } from 'typebox';
import { Id, Name } from '#kit/web/schema.ts';

const maxMoney = 1e12;

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

const discountMembers = {
  type: Type.Enum(['percentage', 'fixed']),
  value: Type.Number({ minimum: 0, maximum: maxMoney, description: 'per cent, or an amount' }),
  max_amount: Type.Optional(
    Type.Number({ minimum: 0, maximum: maxMoney, description: 'the most that it takes off' }),
  ),
};

const discountOf = <CategoryT extends TSchema, SkuT extends TSchema>(
  category: CategoryT,
  sku: SkuT,
) =>
  Type.Object({
    ...discountMembers,
    applies_to: Type.Optional(
      Type.Object(
        {
          categories: Type.Optional(Type.Array(category, { maxItems: 10_000 })),
          skus: Type.Optional(Type.Array(sku, { maxItems: 10_000 })),
        },
        { description: 'the items it is taken off: those that either lists; absent: all' },
      ),
    ),
  });

export const DiscountBody = discountOf(Name(), Id());
/** As it is stored and shown. */
export const Discount = discountOf(Type.String(), Type.String());
export type Discount = Static<typeof Discount>;

/** A discount with the groups of items it is taken off, see `partSet`; absent: the whole cart. */
export const DiscountTerms = Type.Object({
  ...discountMembers,
  parts: Type.Optional(Type.String()),
});
export type DiscountTerms = Static<typeof DiscountTerms>;

const Codes = Type.Optional(
  Type.Array(Id(), {
    maxItems: 20,
    description:
      'each adds its promotion; case, blanks around it and the form of accents do not matter',
  }),
);

export const ValidateBody = Type.Object({
  promo_id: Id(),
  codes: Codes,
  cart: Cart,
  customer: Customer,
});

export type ValidateBody = Static<typeof ValidateBody>;

export const ApplyBody = Type.Object({
  promo_id: Type.Optional(Id('the only candidate')),
  promo_ids: Type.Optional(
    Type.Array(Id(), { minItems: 1, maxItems: 1_000, description: 'the candidates' }),
  ),
  codes: Codes,
  choose: Type.Optional(
    Type.Enum(['best'], {
      description: 'the combination with the largest discount; absent: by priority',
    }),
  ),
  order_id: Type.Optional(
    Id('makes the request repeatable without a second use; the order can be cancelled'),
  ),
  cart: Cart,
  customer: Customer,
});

export type ApplyBody = Static<typeof ApplyBody>;

export const QualifyBody = Type.Object({ codes: Codes, cart: Cart, customer: Customer });

export type QualifyBody = Static<typeof QualifyBody>;

export const OrderParams = Type.Object({ order_id: Id() });

/** Why a promotion, or a code, does not apply. */
export const Refused = Type.Object({
  promo_id: Type.Optional(Type.String()),
  code: Type.Optional(Type.String({ description: 'as it was sent' })),
  reason: Type.String(),
});
export type Refused = Static<typeof Refused>;

const RefusedList = (description?: string) => Type.Optional(Type.Array(Refused, { description }));

export const ValidateResult = Type.Object({
  valid: Type.Boolean(),
  conditions_met: Type.Array(Type.String()),
  discount_summary: Type.Union([Discount, Type.Null()]),
  explanation: Type.Object({}, { additionalProperties: true }),
  refused: RefusedList('what the tree does not tell; absent when there is nothing'),
});

export const ApplyResult = Type.Object({
  applied: Type.Array(
    Type.Object({
      promo_id: Type.String(),
      discount: Type.Number(),
      priority: Type.Integer(),
      stackable: Type.Boolean(),
      code: Type.Optional(Type.String({ description: 'whose use was counted, as it was sent' })),
    }),
  ),
  total_before: Type.Number(),
  total_discount: Type.Number(),
  total_after: Type.Number(),
  refused: Type.Array(Refused),
});

const named = { promo_id: Type.String(), name: Type.String() };

export const QualifyResult = Type.Object({
  qualified: Type.Array(
    Type.Object({
      ...named,
      discount: Type.Number({ description: 'what it would take off alone' }),
    }),
  ),
  not_yet: Type.Array(
    Type.Object({
      ...named,
      explanation: Type.Object({}, { additionalProperties: true }),
      needs: Type.Optional(Type.String({ description: 'when no item matches the discount' })),
    }),
    { description: 'by fewest failing leaves, at most 100' },
  ),
  refused: RefusedList('codes; absent when none is refused'),
});

export const CancelResult = Type.Object({
  order_id: Type.String(),
  cancelled: Type.Literal(true),
  returned: Type.Array(Type.String(), { description: 'promotions whose use was given back' }),
});
