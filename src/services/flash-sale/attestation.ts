/** Step 2: the attestation token, an HMAC-SHA256 over `<device_fp>:<expires_at>`. */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** How far `expires_at` may be from now, in either direction, and how long a token lives. */
const toleranceSeconds = 30;

/** @param expiresAt seconds since the epoch */
export function attest(secret: KeyObject, device: string, expiresAt: number): string {
  return createHmac('sha256', secret).update(`${device}:${expiresAt}`).digest('hex');
}

/**
 * Whether the token was signed here for this device and its expiry is within 30 s of now.
 * Both instants are taken in whole seconds. Replicas may differ by up to one second: a token is
 * then refused by the slower one during the first second of its life.
 *
 * @param now milliseconds since the epoch
 */
export function verify(
  secret: KeyObject,
  token: { device: string; expiresAt: number; attestation: string },
  now: number,
): boolean {
  const distanceSeconds = Math.abs(Math.floor(now / 1000) - token.expiresAt);
  if (distanceSeconds > toleranceSeconds) return false;
  const expected = Buffer.from(attest(secret, token.device, token.expiresAt), 'latin1');
  const given = Buffer.from(token.attestation, 'utf8');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function issueToken(secret: KeyObject, device: string, now: number) {
  const expiresAt = Math.floor(now / 1000) + toleranceSeconds;
  return {
    token: attest(secret, device, expiresAt),
    expires_at: expiresAt,
    expires_in: toleranceSeconds,
  };
}
