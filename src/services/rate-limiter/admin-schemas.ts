/** What operators send and see: policies and their overrides. */
import { Type, type Static } from 'typebox';
import { Id } from '#kit/web/schema.ts';
import { AlgorithmName, LimitValue, WindowMs } from './schemas.ts';
import { maxLimits } from './store/store.ts';

const Limits = Type.Array(Type.Object({ limit: LimitValue, window_ms: WindowMs }), {
  minItems: 1,
  maxItems: maxLimits,
  description: 'all have room for a request, or none of them counts it; no two of the same window',
});
export type LimitsBody = Static<typeof Limits>;

const policyMembers = {
  algorithm: AlgorithmName(),
  limits: Limits,
  shadow: Type.Boolean({
    default: false,
    description: 'every request is allowed; what would have been refused is counted',
  }),
  on_outage: Type.Unsafe<'allow' | 'refuse'>(
    Type.String({
      enum: ['allow', 'refuse'],
      description: 'what becomes of requests while the store cannot be reached',
    }),
  ),
};

export const PolicyParams = Type.Object({ name: Id() });
export const PolicyBody = Type.Object(policyMembers);
export type PolicyBody = Static<typeof PolicyBody>;
export const PolicyResult = Type.Object({
  name: Type.String(),
  ...policyMembers,
  overrides: Type.Integer({ description: 'how many keys have limits of their own' }),
});
export type PolicyResult = Static<typeof PolicyResult>;
export const RemovedPolicy = Type.Object({ name: Type.String(), deleted: Type.Literal(true) });

export const OverrideParams = Type.Object({ name: Id(), key: Id() });
export const OverrideBody = Type.Object({ limits: Limits });
export const OverrideResult = Type.Object({
  policy: Type.String(),
  key: Type.String(),
  limits: Limits,
});
export type OverrideResult = Static<typeof OverrideResult>;
export const RemovedOverride = Type.Object({
  policy: Type.String(),
  key: Type.String(),
  deleted: Type.Literal(true),
});

export const ResetBody = Type.Object({
  ip: Type.String({ maxLength: 64, description: 'client address, IPv4 or IPv6' }),
});
export const ResetResult = Type.Object({ message: Type.String(), ip: Type.String() });
