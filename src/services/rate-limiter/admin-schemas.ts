/** Schemas of policies and their overrides, which operators set. */
import { Type, type Static } from 'typebox';
import { Id } from '#kit/web/schema.ts';
import { AlgorithmName, LimitValue, WindowMs } from './schemas.ts';
import { maxLimits } from './store/rate-limiter-store.ts';

const Limits = Type.Array(Type.Object({ limit: LimitValue, window_ms: WindowMs }), {
  minItems: 1,
  maxItems: maxLimits,
  description:
    'a request must fit in all of them, or none counts it; no two may have the same window',
});
export type LimitsBody = Static<typeof Limits>;

const policyMembers = {
  algorithm: AlgorithmName({ description: 'how requests are counted' }),
  limits: Limits,
  shadow: Type.Boolean({
    default: false,
    description:
      'true: every request is allowed; requests that would have been refused are only counted in a metric',
  }),
  on_outage: Type.Unsafe<'allow' | 'refuse'>(
    Type.String({
      enum: ['allow', 'refuse'],
      description: 'whether checks are allowed or fail with 503 while the store cannot be reached',
    }),
  ),
};

const policyText = { description: 'name of the policy' };
const keyText = { description: 'the key that has its own limits' };
const policyName = Type.String(policyText);
const overriddenKey = Type.String(keyText);

export const PolicyParams = Type.Object({ name: Id(policyText.description) });
export const PolicyBody = Type.Object(policyMembers);
export type PolicyBody = Static<typeof PolicyBody>;
export const PolicyResult = Type.Object({
  name: policyName,
  ...policyMembers,
  overrides: Type.Integer({ description: 'number of keys with limits of their own' }),
});
export type PolicyResult = Static<typeof PolicyResult>;
export const RemovedPolicy = Type.Object({ name: policyName, deleted: Type.Literal(true) });

export const OverrideParams = Type.Object({
  name: Id(policyText.description),
  key: Id(keyText.description),
});
export const OverrideBody = Type.Object({ limits: Limits });
export const OverrideResult = Type.Object({
  policy: policyName,
  key: overriddenKey,
  limits: Limits,
});
export type OverrideResult = Static<typeof OverrideResult>;
export const RemovedOverride = Type.Object({
  policy: policyName,
  key: overriddenKey,
  deleted: Type.Literal(true),
});

export const ResetBody = Type.Object({
  ip: Type.String({ maxLength: 64, description: 'client address, IPv4 or IPv6' }),
});
export const ResetResult = Type.Object({
  message: Type.String({ description: 'a fixed text' }),
  ip: Type.String({ description: 'the address as it was given' }),
});
