import { Type, type Static, type TSchema } from 'typebox';
import { Id, Name } from '#kit/web/schema.ts';

const maxMoney = 1e12;

const Cart = Type.Object(
  {
    total: Type.Number({
      minimum: 0,
      maximum: maxMoney,
      description: 'amount before promotions; may differ from the sum of the items',
    }),
    hub_id: Id('the hub that delivers, for conditions of the type Area'),
    items: Type.Array(
      Type.Object({
        sku: Id('the SKU'),
        category: Name('category of the item; case does not matter'),
        price: Type.Number({ minimum: 0, maximum: maxMoney, description: 'price of one unit' }),
        qty: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'units' }),
      }),
      { maxItems: 1_000, description: 'lines of the cart' },
    ),
  },
  { description: 'the cart to check' },
);

export type Cart = Static<typeof Cart>;

const Customer = Type.Object(
  {
    id: Id('id of the customer, whose uses are counted'),
    device_fingerprint: Id('fingerprint of the device of the customer, whose uses are counted too'),
    order_count: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'number of orders of the customer, including the one being placed',
    }),
  },
  { description: 'the customer who places the order' },
);

export type Customer = Static<typeof Customer>;

const discountMembers = {
  type: Type.Enum(['percentage', 'fixed'], { description: 'what `value` means' }),
  value: Type.Number({
    minimum: 0,
    maximum: maxMoney,
    description: 'percentage, or a fixed amount',
  }),
  max_amount: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: maxMoney,
      description: 'maximum amount that the discount takes off',
    }),
  ),
};

const discountOf = <CategoryT extends TSchema, SkuT extends TSchema>(
  category: CategoryT,
  sku: SkuT,
) =>
  Type.Object(
    {
      ...discountMembers,
      applies_to: Type.Optional(
        Type.Object(
          {
            categories: Type.Optional(
              Type.Array(category, { maxItems: 10_000, description: 'items of these categories' }),
            ),
            skus: Type.Optional(
              Type.Array(sku, { maxItems: 10_000, description: 'items with these SKUs' }),
            ),
          },
          { description: 'items that are discounted; when absent, the whole cart is' },
        ),
      ),
    },
    { description: 'what the promotion takes off' },
  );

export const DiscountBody = discountOf(Name(), Id());
/** A discount as it is stored and shown. */
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
      'codes of the customer, each of which adds its promotion; case, surrounding blanks and the form of accents do not matter',
  }),
);

export const ValidateBody = Type.Object({
  promo_id: Id('the promotion to check'),
  codes: Codes,
  cart: Cart,
  customer: Customer,
});

export type ValidateBody = Static<typeof ValidateBody>;

export const ApplyBody = Type.Object({
  promo_id: Type.Optional(Id('the only promotion to try')),
  promo_ids: Type.Optional(
    Type.Array(Id(), {
      minItems: 1,
      maxItems: 1_000,
      description: 'the promotions to try; without these and `promo_id`, all are tried',
    }),
  ),
  codes: Codes,
  choose: Type.Optional(
    Type.Enum(['best'], {
      description:
        'best: the combination with the largest discount; when absent, promotions apply in the order of their priority',
    }),
  ),
  order_id: Type.Optional(Id('makes the request safe to repeat and the order cancellable')),
  cart: Cart,
  customer: Customer,
});

export type ApplyBody = Static<typeof ApplyBody>;

export const QualifyBody = Type.Object({ codes: Codes, cart: Cart, customer: Customer });

export type QualifyBody = Static<typeof QualifyBody>;

export const OrderParams = Type.Object({
  order_id: Id('the `order_id` of the request to `/apply`'),
});

/** Why a promotion, or a code, does not apply. */
export const Refused = Type.Object({
  promo_id: Type.Optional(Type.String({ description: 'the promotion, unless it is about a code' })),
  code: Type.Optional(Type.String({ description: 'the code, as it was sent' })),
  reason: Type.String({ description: 'why it does not apply: conditions not met, code used up' }),
});
export type Refused = Static<typeof Refused>;

const Explanation = Type.Object(
  {},
  {
    additionalProperties: true,
    description:
      'the condition tree: each node with its outcome, and for a condition what was expected and found',
  },
);

const RefusedList = (description: string) => Type.Optional(Type.Array(Refused, { description }));

export const ValidateResult = Type.Object({
  valid: Type.Boolean({ description: 'whether the promotion would apply, ignoring limits' }),
  conditions_met: Type.Array(Type.String(), {
    description: 'types of the conditions that hold, in the order of the tree',
  }),
  discount_summary: Type.Union([Discount, Type.Null()], {
    description: 'the discount of the promotion; null if it does not apply',
  }),
  explanation: Explanation,
  refused: RefusedList('reasons besides the conditions; absent if there are none'),
});

export const ApplyResult = Type.Object({
  applied: Type.Array(
    Type.Object({
      promo_id: Type.String({ description: 'the promotion' }),
      discount: Type.Number({ description: 'amount that it takes off' }),
      priority: Type.Integer({ description: 'a lower one comes first' }),
      stackable: Type.Boolean({ description: 'whether it applies together with others' }),
      code: Type.Optional(Type.String({ description: 'the code that was used, as it was sent' })),
    }),
    { description: 'promotions that apply, in the order in which they are deducted' },
  ),
  total_before: Type.Number({ description: 'total of the cart, rounded to 2 places' }),
  total_discount: Type.Number({ description: 'sum of all discounts' }),
  total_after: Type.Number({ description: 'amount to pay, never below 0' }),
  refused: Type.Array(Refused, { description: 'promotions and codes that do not apply' }),
});

const named = {
  promo_id: Type.String({ description: 'the promotion' }),
  name: Type.String({ description: 'its name' }),
};

export const QualifyResult = Type.Object({
  qualified: Type.Array(
    Type.Object({
      ...named,
      discount: Type.Number({ description: 'amount that it would take off alone' }),
    }),
    { description: 'promotions whose conditions the cart meets' },
  ),
  not_yet: Type.Array(
    Type.Object({
      ...named,
      explanation: Explanation,
      needs: Type.Optional(
        Type.String({ description: 'what is missing if no item matches the discount' }),
      ),
    }),
    { description: 'those with the fewest unmet conditions first, at most 100' },
  ),
  refused: RefusedList('codes that do not count; absent if there are none'),
});

export const CancelResult = Type.Object({
  order_id: Type.String({ description: 'the order' }),
  cancelled: Type.Literal(true),
  returned: Type.Array(Type.String(), { description: 'promotions of which a use was given back' }),
});
