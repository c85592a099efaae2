import { Type, type Static } from 'typebox';
import { headersOfAnswer } from '#kit/base/answer-headers.ts';
import { Id } from '#kit/web/schema.ts';
import { algorithms, maxUnits, maxWindowMs, type Algorithm } from './store/rate-limiter-store.ts';

const headers = headersOfAnswer('RateLimit', 'RateLimit-Policy');

const message = Type.String({ description: 'a fixed text' });
export const Message = Type.Object({ message });
export const LimitedMessage = Type.Object({ message }, { headers });

export const LimitValue = Type.Integer({
  minimum: 1,
  maximum: maxUnits,
  description: 'units allowed in one window',
});
export const WindowMs = Type.Integer({
  minimum: 1,
  maximum: maxWindowMs,
  description: 'length of the window, milliseconds; up to a day',
});
export const AlgorithmName = (options: object = {}) =>
  Type.Unsafe<Algorithm>(Type.String({ enum: [...algorithms], ...options }));

/** The members that name a limit, by a policy or in the request itself, and what to count in it. */
const question = {
  policy: Type.Optional(Id('the policy to apply; without it, limit and window_ms are required')),
  limit: Type.Optional(LimitValue),
  window_ms: Type.Optional(WindowMs),
  algorithm: Type.Optional(
    AlgorithmName({ description: 'sliding-window when absent; must not be given with a policy' }),
  ),
  key: Id('units with the same key are counted together: a user, an address'),
  cost: Type.Integer({
    minimum: 1,
    maximum: maxUnits,
    default: 1,
    description: 'units that the request takes',
  }),
};

export const RefundBody = Type.Object(question);
export const CheckBody = Type.Object({
  ...question,
  peek: Type.Boolean({
    default: false,
    description: 'true: only reports what a check would decide, and counts nothing',
  }),
});
export type CheckBody = Static<typeof CheckBody>;

export const CheckQuery = Type.Object({
  status: Type.Optional(
    Type.Integer({
      enum: [200, 429],
      description: '429: a refusal is answered with this status instead of 200',
    }),
  ),
});

export const CheckResult = Type.Object({
  allowed: Type.Boolean({ description: 'whether the request is allowed' }),
  limit: Type.Integer({
    description:
      'units in one window; where there are several limits, of the one with the least left',
  }),
  remaining: Type.Integer({ description: 'units that this limit has left' }),
  retry_after_ms: Type.Union([Type.Integer(), Type.Null()], {
    description:
      '0 when allowed; otherwise how long until all limits have room; null: never, as the cost is above a limit',
  }),
  reset_after_ms: Type.Integer({
    description: 'how long until this limit is all free again if nothing more is counted',
  }),
  policy: Type.Optional(Type.String({ description: 'the policy that was applied' })),
});
export type CheckResult = Static<typeof CheckResult>;

export const BatchBody = Type.Object({
  checks: Type.Array(CheckBody, {
    minItems: 1,
    maxItems: 100,
    description: 'checks, each as in the body of `/check`',
  }),
});
export type BatchBody = Static<typeof BatchBody>;

/** A check of a batch that failed. */
const FailedCheck = Type.Object(
  {
    code: Type.String({ description: 'a problem code, such as UNKNOWN_POLICY' }),
    status: Type.Integer({ description: 'the HTTP status that the check alone would have had' }),
    title: Type.String({ description: 'what the code means' }),
    detail: Type.String({ description: 'what is wrong with this check' }),
  },
  { additionalProperties: true },
);
export const BatchResult = Type.Object({
  results: Type.Array(Type.Union([CheckResult, FailedCheck]), {
    description: 'one result for each check, in the same order',
  }),
});
