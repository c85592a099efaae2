/** The operator's own token, `ADMIN_TOKEN`: it needs no issuer and never expires. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Bearer } from './caller.ts';

/** It counts as a token with the scope `service admin`. */
export const operator: Bearer = { kind: 'admin', name: 'ADMIN_TOKEN', endsAt: Infinity };

export class AdminToken {
  readonly #expected: Buffer;

  constructor(token: string) {
    this.#expected = digest(token);
  }

  matches(given: string): boolean {
    return timingSafeEqual(digest(given), this.#expected);
  }
}

/** Gives both sides the same length, so that comparing takes the same time for every input. */
const digest = (text: string) => createHash('sha256').update(text).digest();
