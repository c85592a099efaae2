/** What says that a webhook comes from us: its headers after https://www.standardwebhooks.com. */
import { Type } from 'typebox';
import { Webhook } from 'standardwebhooks';

/** A variable of the environment with the secret. `openssl rand -base64 32` makes what follows `whsec_`. */
export const webhookSecretVariable = (description: string) =>
  Type.Optional(
    Type.String({
      // 24 to 64 bytes, as the standard wants.
      pattern: '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$',
      writeOnly: true,
      description,
    }),
  );

/**
 * @param secret `whsec_` and base64
 * @param id the same for every attempt, so that the receiver knows what it has
 * @param now instant of this attempt, milliseconds: receivers refuse old ones
 */
export function webhookHeaders(secret: string, id: string, now: number, body: string) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, new Date(now), body),
  };
}
