import { Type, type Static } from 'typebox';
import { headersOfAnswer } from '#kit/base/answer-headers.ts';
import { Id } from '#kit/web/schema.ts';
import { algorithms, maxUnits, maxWindowMs, type Algorithm } from './store/store.ts';

const headers = headersOfAnswer('RateLimit', 'RateLimit-Policy');

export const Message = Type.Object({ message: Type.String() });
export const LimitedMessage = Type.Object({ message: Type.String() }, { headers });

export const LimitValue = Type.Integer({
  minimum: 1,
  maximum: maxUnits,
  description: 'units that a window allows',
});
export const WindowMs = Type.Integer({ minimum: 1, maximum: maxWindowMs });
export const AlgorithmName = (options: object = {}) =>
  Type.Unsafe<Algorithm>(Type.String({ enum: [...algorithms], ...options }));

/** What is asked: either by a policy, or by a limit of the request's own. */
const question = {
  policy: Type.Optional(Id('the policy that holds; else limit and window_ms')),
  limit: Type.Optional(LimitValue),
  window_ms: Type.Optional(WindowMs),
  algorithm: Type.Optional(AlgorithmName({ description: 'sliding-window when absent' })),
  key: Id('whose units are counted together'),
  cost: Type.Integer({ minimum: 1, maximum: maxUnits, default: 1, description: 'units it takes' }),
};

export const RefundBody = Type.Object(question);
export const CheckBody = Type.Object({
  ...question,
  peek: Type.Boolean({ default: false, description: 'only tells; counts nothing' }),
});
export type CheckBody = Static<typeof CheckBody>;

export const CheckQuery = Type.Object({
  status: Type.Optional(
    Type.Integer({ enum: [200, 429], description: '429: that is the status of a refusal' }),
  ),
});

export const CheckResult = Type.Object({
  allowed: Type.Boolean(),
  limit: Type.Integer({ description: 'of several limits, the one with the least left' }),
  remaining: Type.Integer({ description: 'units that it has left' }),
  retry_after_ms: Type.Union([Type.Integer(), Type.Null()], {
    description:
      '0 when allowed; else how long until it would be; null: never, the cost is too high',
  }),
  reset_after_ms: Type.Integer({ description: 'how long until all of the limit is free' }),
  policy: Type.Optional(Type.String()),
});
export type CheckResult = Static<typeof CheckResult>;

export const BatchBody = Type.Object({
  checks: Type.Array(CheckBody, { minItems: 1, maxItems: 100 }),
});
export type BatchBody = Static<typeof BatchBody>;

/** A check of a batch that could not be made. */
const FailedCheck = Type.Object(
  {
    code: Type.String(),
    status: Type.Integer({ description: 'what the check alone would have been answered with' }),
    title: Type.String(),
    detail: Type.String(),
  },
  { additionalProperties: true },
);
export const BatchResult = Type.Object({
  results: Type.Array(Type.Union([CheckResult, FailedCheck]), {
    description: 'of the checks, in their order',
  }),
});
