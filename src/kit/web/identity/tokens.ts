/** Tells whether a token is good, and what it says. Tokens that were good are remembered. */
import {
  errors,
  jwtVerify,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyOptions,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import { common, Refusal } from '../problem.ts';
import { compileStrict, Id } from '../schema.ts';
import type { Bearer } from './caller.ts';
import type { Keys } from './keys.ts';

/** How far clocks may differ, seconds. */
const toleranceS = 30;
/** Longer tokens are refused unread. */
const maxTokenLength = 8 * 1024;
/** Tokens that are remembered, and how many characters of them. */
const remembered = { max: 10_000, maxSize: 16 * 1024 * 1024 } as const;

export interface TokenRules {
  readonly keys: Keys;
  /** Demanded as `iss`; undefined: any. */
  readonly issuer?: string | undefined;
  /** Demanded in `aud`; undefined: any. */
  readonly audience?: string | undefined;
}

const isClaims = compileStrict(
  Type.Object({
    sub: Id(),
    exp: Type.Number(),
    scope: Type.Optional(Type.String()),
    rooms: Type.Optional(Type.Array(Type.String())),
  }),
);

export class Tokens {
  readonly #rules: TokenRules;
  readonly #good = new LRUCache<string, Bearer>({
    ...remembered,
    sizeCalculation: (_bearer, token) => token.length,
  });

  constructor(rules: TokenRules) {
    this.#rules = rules;
  }

  /** Returns the bearer of a token that was verified before and is still valid; otherwise call `verify`. */
  recall(token: string, now: number): Bearer | undefined {
    const bearer = this.#good.get(token);
    return bearer !== undefined && now < bearer.endsAt ? bearer : undefined;
  }

  /**
   * Returns the bearer of a token.
   *
   * @throws Refusal 401 INVALID_TOKEN, 503 KEYS_UNAVAILABLE
   */
  async verify(token: string, now: number): Promise<Bearer> {
    if (token.length > maxTokenLength) {
      throw invalidToken(`the token is longer than ${maxTokenLength} characters`);
    }
    const bearer = toBearer(await this.#read(token, now));
    this.#good.set(token, bearer);
    return bearer;
  }

  async #read(token: string, now: number): Promise<JWTPayload> {
    const { keys, issuer, audience } = this.#rules;
    const options = {
      // By the kind of the key, never by what the token says: no `none`, no public key as a secret.
      algorithms: [...keys.algorithms],
      clockTolerance: toleranceS,
      currentDate: new Date(now),
      ...(issuer === undefined ? {} : { issuer }),
      ...(audience === undefined ? {} : { audience }),
    };
    const find = async (header: JWTHeaderParameters) => keys.find(header, now);
    try {
      const verified = jwtVerify(token, find, options);
      const { payload } = await verified.catch((error) => verifyWithAny(token, error, options));
      return payload;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      // What the library throws of a token that is none differs; none of it is a fault of ours.
      const known = error instanceof errors.JOSEError ? error.message : 'it cannot be read';
      throw invalidToken(`the token is not good: ${known.slice(0, 200)}`);
    }
  }
}

/**
 * Tries all keys that fit a token without a `kid`.
 *
 * @throws the error itself unless it offers several keys; otherwise the error of the last key
 */
async function verifyWithAny(token: string, error: unknown, options: JWTVerifyOptions) {
  if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
  let last: unknown = error;
  for await (const key of error) {
    try {
      return await jwtVerify(token, key, options);
    } catch (failure) {
      last = failure;
    }
  }
  throw last;
}

function toBearer(claims: JWTPayload): Bearer {
  if (!isClaims(claims)) {
    throw invalidToken('sub must be 1 to 128 characters, scope a text, rooms a list of texts');
  }
  const scopes = claims.scope?.split(' ') ?? [];
  const kind = scopes.includes('admin') ? 'admin' : scopes.includes('service') ? 'service' : 'user';
  const endsAt = (claims.exp + toleranceS) * 1000;
  const isDriver = scopes.includes('driver') && { isDriver: true as const };
  return { kind, name: claims.sub, endsAt, rooms: claims.rooms, ...isDriver };
}

export function invalidToken(detail: string): Refusal {
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' };
  return common.INVALID_TOKEN(detail, { headers });
}
