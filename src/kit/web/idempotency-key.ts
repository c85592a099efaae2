/** The header `Idempotency-Key`: a request that a client repeats has its effect once. */
import { createHash } from 'node:crypto';
import { Type } from 'typebox';

/** What a store keeps of a key. */
export interface IdempotencyKey {
  readonly text: string;
  /** Equal for equal requests. */
  readonly fingerprint: string;
}

/** How long a key and what it led to are kept, milliseconds. */
export const keyLifetimeMs = 24 * 60 * 60 * 1000;

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ pattern: '^[ -~]{1,128}$', description: '1–128 printable ASCII characters' }),
  ),
});

/** The refusal of another request with the key of an earlier one. */
export const keyReused = { status: 422, title: 'Another request came with this key' } as const;

/**
 * @param members of the request, in one order
 * @returns undefined for a request without a key
 */
export function idempotencyKey(
  text: string | undefined,
  members: readonly unknown[],
): IdempotencyKey | undefined {
  if (text === undefined) return undefined;
  const fingerprint = createHash('sha256').update(JSON.stringify(members)).digest('base64url');
  return { text, fingerprint };
}
