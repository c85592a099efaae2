/** Identity as the variables configure it. */
import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { Identity } from '../web/identity/identity.ts';
import { publicKey, PublishedKeys, secretKey, type Keys } from '../web/identity/keys.ts';
import { StartupError, type Common } from './env.ts';
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
  const keys = keysOf(common, clock, log);
  if (keys === undefined) {
    const useless = issuer === undefined ? 'AUTH_AUDIENCE' : 'AUTH_ISSUER';
    if (issuer !== undefined || audience !== undefined) {
      // Going on would let in everybody whom it was meant to keep out.
      throw new StartupError(`${useless} needs one of ${keyVariables.join(', ')}`);
    }
    return new Identity({ adminToken, clock });
  }
  return new Identity({ rules: { keys, issuer, audience }, adminToken, clock });
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
    throw new StartupError(`AUTH_JWT_PUBLIC_KEY: ${(error as Error).message}`, { cause: error });
  }
}

function publishedKeysOf(url: string, clock: Clock, log: Logger): Keys {
  const protocol = URL.parse(url)?.protocol;
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw new StartupError(
      'AUTH_JWKS_URL must be an address such as https://example.com/jwks.json',
    );
  }
  const keys = new PublishedKeys(url, log);
  void keys.load(clock());
  return keys;
}
