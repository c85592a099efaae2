/** Identity as the variables configure it. */
import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { Identity } from '../web/identity/identity.ts';
import { publicKey, PublishedKeys, secretKey, type Keys } from '../web/identity/keys.ts';
import { StartupError } from '../base/startup-error.ts';
import type { Common } from './env.ts';
import type { Clock } from './service.ts';

/** Shorter secrets can be guessed from a token (RFC 7518, 3.2), bytes. */
const minSecretBytes = 32;

/**
 * Off while no key is configured.
 *
 * @throws StartupError naming the variable
 */
export function openIdentity(common: Common, clock: Clock, log: Logger): Identity {
  const { ADMIN_TOKEN: adminToken, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = common;
  const isAlone = common.reachedBy === undefined;
  const settings = {
    adminToken,
    clock,
    ticketSecret: ticketSecretOf(common),
    refusesProxies: isAlone && common.INSECURE === '0',
    boundsGuesses: !isAlone || common.API_LIMIT !== undefined,
  };
  const keys = keysOf(common, clock, log);
  if (keys === undefined) {
    const useless = issuer === undefined ? 'AUTH_AUDIENCE' : 'AUTH_ISSUER';
    if (issuer !== undefined || audience !== undefined) {
      // Going on would let in everybody whom it was meant to keep out.
      throw new StartupError(`${useless} needs one of ${keyVariables.join(', ')}`);
    }
    return new Identity(settings);
  }
  const isShared = common.STORE_ADDR !== undefined || common.DATABASE_URL !== undefined;
  if (isShared && settings.ticketSecret === undefined) {
    log.warn(
      `tickets for streams are good only in the process that sold them: set HMAC_SECRET, of at least ${minSecretBytes} bytes, the same for all replicas`,
    );
  }
  return new Identity({ ...settings, rules: { keys, issuer, audience } });
}

const keyVariables = ['AUTH_JWT_SECRET', 'AUTH_JWT_PUBLIC_KEY', 'AUTH_JWKS_URL'] as const;

function keysOf(common: Common, clock: Clock, log: Logger): Keys | undefined {
  const given = keyVariables.filter((name) => common[name] !== undefined);
  if (given.length > 1) throw new StartupError(`set only one of ${given.join(', ')}`);
  const { AUTH_JWT_SECRET: secret, AUTH_JWT_PUBLIC_KEY: pem, AUTH_JWKS_URL: url } = common;
  if (secret !== undefined) return secretOf(secret);
  if (pem !== undefined) return publicKeyOf(pem);
  return url === undefined ? undefined : publishedKeysOf(url, clock, log);
}

/** Returns a secret that all replicas have. A short one is not used: guessing it would make tickets. */
function ticketSecretOf({ AUTH_JWT_SECRET, HMAC_SECRET = '' }: Common): string | undefined {
  if (AUTH_JWT_SECRET !== undefined) return AUTH_JWT_SECRET;
  return Buffer.byteLength(HMAC_SECRET) < minSecretBytes ? undefined : HMAC_SECRET;
}

function secretOf(secret: string): Keys {
  if (Buffer.byteLength(secret) < minSecretBytes) {
    throw new StartupError(`AUTH_JWT_SECRET must have at least ${minSecretBytes} bytes`);
  }
  return secretKey(secret);
}

/** @param pem the key itself, or a file of it */
function publicKeyOf(pem: string): Keys {
  try {
    // A variable cannot always hold a line break.
    const text = pem.replaceAll('\\n', '\n');
    return publicKey(text.includes('-----BEGIN') ? text : readFileSync(pem, 'utf8'));
  } catch (error) {
    // With a code, the message is not ours, and repeats the value.
    const { message, code: reason = message } = error as Error & { code?: string };
    throw new StartupError(
      `AUTH_JWT_PUBLIC_KEY must be a public key in PEM, or a file that holds one (${reason})`,
    );
  }
}

function publishedKeysOf(url: string, clock: Clock, log: Logger): Keys {
  const keys = new PublishedKeys(url, log);
  void keys.load(clock());
  return keys;
}
