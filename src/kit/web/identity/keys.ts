/** The keys that sign tokens: one that is configured, or those that an issuer publishes. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { createLocalJWKSet, errors, type JWTHeaderParameters, type JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import { common } from '../problem.ts';

type Key = Awaited<ReturnType<JWTVerifyGetKey>>;

export interface Keys {
  /** What tokens may be signed with. */
  readonly algorithms: readonly string[];
  /**
   * The key of a token.
   *
   * @throws JOSEError when there is none, Refusal 503 KEYS_UNAVAILABLE when that cannot be told
   */
  find(header: JWTHeaderParameters, now: number): Key | Promise<Key>;
}

/** A secret that the issuer of the tokens shares with us. */
export function secretKey(secret: string): Keys {
  const key = new TextEncoder().encode(secret);
  return { algorithms: ['HS256'], find: () => key };
}

/**
 * One public key.
 *
 * @throws Error naming what is wrong with it
 */
export function publicKey(pem: string): Keys {
  // From a private key, the library would make the public one.
  if (pem.includes('PRIVATE KEY')) throw new Error('it is a private key');
  const key = createPublicKey(pem);
  return { algorithms: [algorithmOf(key)], find: () => key };
}

function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails }: KeyObject): string {
  const { modulusLength = 0, namedCurve } = asymmetricKeyDetails ?? {};
  if (type === 'rsa' && modulusLength >= 2048) return 'RS256';
  if (type === 'ec' && namedCurve === 'prime256v1') return 'ES256';
  if (type === 'ed25519') return 'EdDSA';
  throw new Error('it must be an RSA key of at least 2048 bits, of P-256, or of Ed25519');
}

/** A larger set of keys is not read: it would stay in memory, bytes. */
const maxSetBytes = 1024 * 1024;
/** How long one attempt to read the keys may take, milliseconds. */
const timeoutMs = 5_000;
/** How often unknown keys have the set read again, milliseconds. */
const unknownEveryMs = 60_000;
/** How soon after a failed attempt another one may follow, milliseconds. */
const retryAfterMs = 5_000;
/** How old the set may be before it is read again, beside the requests, milliseconds. */
const maxAgeMs = 600_000;

/**
 * The keys that an issuer publishes (JWKS). They are kept: while the issuer is away, only tokens of
 * keys that are not among them are refused. The first token of an unknown key has them read again at
 * once, later ones once a minute, so that forged tokens do not flood the issuer.
 */
export class PublishedKeys implements Keys {
  readonly algorithms = ['RS256', 'ES256', 'EdDSA'];
  readonly #url: string;
  readonly #log: Logger;
  #known: JWTVerifyGetKey = createLocalJWKSet({ keys: [] });
  #reading: Promise<void> | undefined;
  /** When the set was last read because of an unknown key, or for its age. */
  #askedAt = -Infinity;
  #readAt = -Infinity;
  #failedAt: number | undefined;

  constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
  }

  /** Reads the keys, so that the first token need not wait. A failure is logged. */
  async load(now: number): Promise<void> {
    await this.#read(now);
  }

  async find(header: JWTHeaderParameters, now: number): Promise<Key> {
    if (now - this.#readAt >= maxAgeMs && this.#mayRetry(now)) void this.#read(now);
    try {
      return await this.#lookUp(header);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    await this.#readForUnknown(now);
    try {
      return await this.#lookUp(header);
    } catch (error) {
      if (this.#failedAt === undefined) throw error;
      const detail =
        'the key of the token is not known here, and the issuer of keys does not answer';
      throw common.KEYS_UNAVAILABLE(detail, { headers: { 'retry-after': '5' } });
    }
  }

  async #lookUp(header: JWTHeaderParameters): Promise<Key> {
    return this.#known(header, { payload: '', signature: '' });
  }

  async #readForUnknown(now: number): Promise<void> {
    if (this.#reading === undefined) {
      const isDue = this.#failedAt === undefined ? now - this.#askedAt >= unknownEveryMs : true;
      if (!isDue || !this.#mayRetry(now)) return;
      this.#askedAt = now;
    }
    await this.#read(now);
  }

  #mayRetry(now: number): boolean {
    return this.#failedAt === undefined || now - this.#failedAt >= retryAfterMs;
  }

  /** Requests that need the keys at the same time share one attempt. */
  #read(now: number): Promise<void> {
    this.#reading ??= this.#fetch(now).finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #fetch(now: number): Promise<void> {
    try {
      const answer = await fetch(this.#url, {
        headers: { accept: 'application/jwk-set+json, application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!answer.ok) throw new Error(`it answers ${answer.status}`);
      this.#known = createLocalJWKSet((await readJson(answer)) as never);
      this.#readAt = now;
      this.#failedAt = undefined;
    } catch (error) {
      this.#failedAt = now;
      this.#log.warn({ err: error }, 'the keys at AUTH_JWKS_URL cannot be read');
    }
  }
}

/** @throws Error when it is not JSON, or too large */
async function readJson({ body }: Response): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > maxSetBytes) throw new Error(`it is larger than ${maxSetBytes} bytes`);
    pieces.push(piece);
  }
  return JSON.parse(Buffer.concat(pieces).toString());
}
