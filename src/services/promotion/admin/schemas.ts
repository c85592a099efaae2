/** What operators send and see: rules, their codes, lists that are compared. */
import { Type, type Static } from 'typebox';
import { Id, Name } from '#kit/web/schema.ts';
import { Discount, DiscountBody } from '../schemas.ts';

const Count = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description }));

const UsageLimits = Type.Object({
  per_user: Count('uses a user has; 0 = unlimited'),
  global: Count('uses all users have together; 0 = unlimited'),
  ttl_seconds: Count('lifetime of the counters after each use; 0 = for ever'),
});

/** As far as a Date can hold it. */
const Instant = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 8_640_000_000_000_000,
      description: `${description}; milliseconds since the epoch`,
    }),
  );

const ruleMembers = {
  name: Name(),
  priority: Type.Integer({
    minimum: -1_000_000_000,
    maximum: 1_000_000_000,
    description: 'lower comes first',
  }),
  stackable: Type.Boolean(),
  discount: DiscountBody,
  condition_tree: Type.Object(
    {},
    { additionalProperties: true, description: 'condition node: see the README' },
  ),
  usage_limits: Type.Optional(UsageLimits),
  requires_code: Type.Optional(Type.Boolean({ description: 'a candidate only through a code' })),
  active_from: Instant('no candidate before'),
  active_until: Instant('no candidate from then on'),
  paused: Type.Optional(Type.Boolean({ description: 'no candidate at present' })),
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

/** Codes of a call. */
const maxCodes = 10_000;

/** Either the codes themselves, or how many are to be drawn. */
export const CodesBody = Type.Object({
  codes: Type.Optional(Type.Array(Id(), { minItems: 1, maxItems: maxCodes })),
  count: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxCodes, description: 'so many are drawn' }),
  ),
  prefix: Type.Optional(
    Type.String({ maxLength: 64, format: 'id', description: 'of those drawn' }),
  ),
  length: Type.Optional(
    Type.Integer({
      minimum: 8,
      maximum: 64,
      description: 'of what is drawn behind the prefix, 5 random bits each; 10 when absent',
    }),
  ),
  uses_per_code: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
});
export type CodesBody = Static<typeof CodesBody>;
export const CodesQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
  cursor: Type.Optional(
    Type.String({ maxLength: 1_024, description: 'next_cursor of the page before' }),
  ),
});
export type CodesQuery = Static<typeof CodesQuery>;
export const CodeParams = Type.Object({ code: Id() });

/** Also what the stores hold as JSON. */
export const Rule = Type.Object({
  ...ruleMembers,
  promo_id: Type.String(),
  name: Type.String(),
  discount: Discount,
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

export const CreatedCodes = Type.Object({
  promo_id: Type.String(),
  created: Type.Integer(),
  codes: Type.Array(Type.String()),
});
export const CodesResult = Type.Object({
  codes: Type.Array(
    Type.Object({
      code: Type.String(),
      uses: Type.Integer(),
      uses_per_code: Type.Integer(),
      ended: Type.Optional(Type.Literal(true)),
    }),
  ),
  next_cursor: Type.Optional(Type.String({ description: 'absent on the last page' })),
});
export const EndedCode = Type.Object({ status: Type.Literal('ended'), code: Type.String() });
