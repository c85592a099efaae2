/**
 * Who is who: every request of a listener is held against what its route declares. Without keys,
 * identity is off: callers are believed to be whom they name, and admin paths take `ADMIN_TOKEN`.
 */
import type { IncomingMessage } from 'node:http';
import type { App } from '../app.ts';
import { AdminToken, operator } from './admin-token.ts';
import { anyone, setCaller, tokenRequired, type Caller } from './caller.ts';
import { bearerOf } from './bearer.ts';
import { demandOperator, guardRoute, recognition, tokenOf } from './check-access.ts';
import { Tokens, type TokenRules } from './tokens.ts';

export interface IdentityOptions {
  /** Undefined: identity is off. */
  readonly rules?: TokenRules | undefined;
  readonly adminToken?: string | undefined;
  /** The present instant, milliseconds since the epoch. */
  readonly clock: () => number;
}

export class Identity {
  readonly isOn: boolean;
  readonly #tokens: Tokens | undefined;
  readonly #operator: AdminToken | undefined;
  readonly #clock: () => number;

  constructor({ rules, adminToken, clock }: IdentityOptions) {
    this.isOn = rules !== undefined;
    this.#tokens = rules && new Tokens(rules);
    this.#operator = adminToken === undefined ? undefined : new AdminToken(adminToken);
    this.#clock = clock;
  }

  /** Notes who sends a request, before anything asks. What is wrong with a token its route tells. */
  recognize(app: App): void {
    const tokens = this.#tokens;
    if (tokens !== undefined) {
      app.addHook(
        'onRequest',
        recognition((token) => this.#read(tokens, token)),
      );
    } else if (this.#operator !== undefined) {
      app.addHook('onRequest', ({ raw }, _reply, done) => {
        const token = bearerOf(raw.headers);
        if (token !== undefined && this.#operator!.matches(token)) setCaller(raw, operator);
        done();
      });
    }
  }

  /** Checks the requests of the routes that are added to a listener from now on. */
  protect(app: App): void {
    app.addHook('onRoute', (route) => {
      // Every path answers a preflight.
      if (route.url === '*') return;
      if (this.isOn) return guardRoute(route);
      // Without ADMIN_TOKEN all pass: the host starts in that way only on a loopback address.
      if (this.#operator === undefined || route.schema?.access?.kind !== 'admin') return;
      route.onRequest = [demandOperator, ...[route.onRequest ?? []].flat()];
    });
  }

  /**
   * Who asks for another protocol; a stranger may not.
   *
   * @throws Refusal AUTHENTICATION_REQUIRED, INVALID_TOKEN, KEYS_UNAVAILABLE
   */
  async checkUpgrade(request: IncomingMessage): Promise<void> {
    if (this.#tokens === undefined) return setCaller(request, anyone);
    const token = tokenOf(request, () => true);
    if (token === undefined) throw tokenRequired();
    setCaller(request, await this.#read(this.#tokens, token));
  }

  #read(tokens: Tokens, token: string): Caller | Promise<Caller> {
    const now = this.#clock();
    const known = tokens.recall(token, now);
    if (known !== undefined) return known;
    if (this.#operator?.matches(token)) return operator;
    return tokens.verify(token, now);
  }
}
