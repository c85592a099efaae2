/** Bodies and answers for operators: rules, their codes, and lists to compare. */
import { Type, type Static } from 'typebox';
import { Id, Name } from '#kit/web/schema.ts';
import { Discount, DiscountBody } from '../schemas.ts';

const Count = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description }));

const UsageLimits = Type.Object(
  {
    per_user: Count('maximum number of uses per user; 0: unlimited'),
    global: Count('maximum number of uses of all users together; 0: unlimited'),
    ttl_seconds: Count('seconds after the latest use until the counters expire; 0: never'),
  },
  { description: 'how often the promotion can be used' },
);

/** An instant that a Date can hold. */
const Instant = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 8_640_000_000_000_000,
      description: `${description}, milliseconds since the epoch`,
    }),
  );

const ruleMembers = {
  name: Name('name of the promotion'),
  priority: Type.Integer({
    minimum: -1_000_000_000,
    maximum: 1_000_000_000,
    description: 'the lower number comes first',
  }),
  stackable: Type.Boolean({ description: 'whether it applies together with others' }),
  discount: DiscountBody,
  condition_tree: Type.Object(
    {},
    {
      additionalProperties: true,
      description:
        'root of the condition tree: a node has `type`, and `operator`, `value` or `children`',
    },
  ),
  usage_limits: Type.Optional(UsageLimits),
  requires_code: Type.Optional(Type.Boolean({ description: 'true: applies only with a code' })),
  active_from: Instant('when it begins to apply'),
  active_until: Instant('when it stops applying'),
  paused: Type.Optional(Type.Boolean({ description: 'true: does not apply for now' })),
};

export const RuleBody = Type.Object({ promo_id: Id('id of the promotion'), ...ruleMembers });
export type RuleBody = Static<typeof RuleBody>;
/** The path names the rule. */
export const ReplaceBody = Type.Object(ruleMembers);
export const RuleParams = Type.Object({ promo_id: Id('id of the promotion') });

export const SimilarityBody = Type.Object({
  lists: Type.Array(
    Type.Object({
      id: Id('names the list in the answer'),
      items: Type.Array(Id(), { maxItems: 10_000, description: 'SKUs; each counts once' }),
    }),
    { maxItems: 1_000, description: 'carts to compare, with at most 10,000 items together' },
  ),
  threshold: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0.85,
    description: 'least similarity of a pair that is reported',
  }),
});

export type SimilarityBody = Static<typeof SimilarityBody>;

/** The maximum number of codes of one call. */
const maxCodes = 10_000;

/** Either the codes themselves, or how many are to be drawn. */
export const CodesBody = Type.Object({
  codes: Type.Optional(
    Type.Array(Id(), { minItems: 1, maxItems: maxCodes, description: 'the codes to create' }),
  ),
  count: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxCodes, description: 'number of random codes to draw' }),
  ),
  prefix: Type.Optional(
    Type.String({
      maxLength: 64,
      format: 'id',
      description: 'first characters of the drawn codes',
    }),
  ),
  length: Type.Optional(
    Type.Integer({
      minimum: 8,
      maximum: 64,
      description: 'random characters after the prefix, 5 bits each; 10 when absent',
    }),
  ),
  uses_per_code: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    default: 1,
    description: 'maximum number of uses of each code',
  }),
});
export type CodesBody = Static<typeof CodesBody>;
export const CodesQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 100,
    description: 'maximum number of codes per page',
  }),
  cursor: Type.Optional(
    Type.String({ maxLength: 1_024, description: '`next_cursor` of the previous page' }),
  ),
});
export type CodesQuery = Static<typeof CodesQuery>;
export const CodeParams = Type.Object({ code: Id('the code to end') });

/** A rule, as it is shown and as the stores keep it as JSON. */
export const Rule = Type.Object({
  ...ruleMembers,
  promo_id: Type.String({ description: 'id of the promotion' }),
  name: Type.String({ description: 'name of the promotion' }),
  discount: Discount,
  usage_limits: UsageLimits,
});
export type Rule = Static<typeof Rule>;
export const RulesResult = Type.Object({
  rules: Type.Array(Rule, { description: 'by priority, then by `promo_id`' }),
});
export const ChangeResult = Type.Object({
  status: Type.Union([Type.Literal('created'), Type.Literal('updated'), Type.Literal('deleted')]),
  promo_id: Type.String({ description: 'id of the promotion' }),
});
const Pair = Type.Object({
  a: Type.String({ description: 'id of one list' }),
  b: Type.String({ description: 'id of the other list' }),
  similarity: Type.Number({ description: 'share of their items that both have, 0 to 1' }),
});
export type Pair = Static<typeof Pair>;
export const SimilarityResult = Type.Object({
  threshold: Type.Number({ description: 'lowest similarity of a pair that is reported' }),
  total: Type.Integer({ description: 'pairs that were found; at most 10,000 are listed' }),
  pairs: Type.Array(Pair, { description: 'the most similar first' }),
});

export const CreatedCodes = Type.Object({
  promo_id: Type.String({ description: 'id of the promotion' }),
  created: Type.Integer({ description: 'number of codes that were created' }),
  codes: Type.Array(Type.String(), { description: 'the codes, as they are spelled' }),
});
export const CodesResult = Type.Object({
  codes: Type.Array(
    Type.Object({
      code: Type.String({ description: 'the code, as it is spelled' }),
      uses: Type.Integer({ description: 'number of uses so far' }),
      uses_per_code: Type.Integer({ description: 'maximum number of uses of the code' }),
      ended: Type.Optional(
        Type.Literal(true, { description: 'present if an operator has ended the code' }),
      ),
    }),
  ),
  next_cursor: Type.Optional(
    Type.String({ description: 'the `cursor` of the next page; absent on the last one' }),
  ),
});
export const EndedCode = Type.Object({
  status: Type.Literal('ended'),
  code: Type.String({ description: 'the code, as it is spelled' }),
});
