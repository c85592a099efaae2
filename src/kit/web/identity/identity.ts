/**
 * Identity: every request of a listener is held against what its route declares. Without keys,
 * identity is off: callers are believed to be whom they name, and admin paths take `ADMIN_TOKEN`.
 */
import type { onRequestHookHandler } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { App } from '../app.ts';
import { common } from '../problem.ts';
import { AdminToken, operator } from './admin-token.ts';
import { anyone, callerOf, setCaller, tokenRequired, type Caller } from './caller.ts';
import { bearerOf } from './bearer.ts';
import { demandDirect } from './forwarded.ts';
import { Guesses } from './guesses.ts';
import { demandOperator, guardRoute, proofOf, recognition, type Proof } from './check-access.ts';
import { Tickets, type Ticket, type UsedTickets } from './tickets.ts';
import { Tokens, type TokenRules } from './tokens.ts';

export interface IdentityOptions {
  /** Undefined: identity is off. */
  readonly rules?: TokenRules | undefined;
  readonly adminToken?: string | undefined;
  /** Shared by all processes that take each other's tickets; undefined: this one is alone. */
  readonly ticketSecret?: string | undefined;
  /** Whether what is open to this machine only stays closed to requests that a proxy passes on. */
  readonly refusesProxies?: boolean;
  /** Whether an address may send only a few wrong tokens a minute to admin paths. */
  readonly boundsGuesses?: boolean;
  /** The present instant, milliseconds since the epoch. */
  readonly clock: () => number;
}

export class Identity {
  readonly isOn: boolean;
  readonly #tokens: Tokens | undefined;
  readonly #tickets: Tickets;
  readonly #operator: AdminToken | undefined;
  readonly #refusesProxies: boolean;
  readonly #guesses: Guesses | undefined;
  readonly #clock: () => number;

  constructor(options: IdentityOptions) {
    const {
      rules,
      adminToken,
      ticketSecret,
      refusesProxies = false,
      boundsGuesses = false,
      clock,
    } = options;
    this.isOn = rules !== undefined;
    this.#tokens = rules && new Tokens(rules);
    this.#tickets = new Tickets(ticketSecret);
    this.#operator = adminToken === undefined ? undefined : new AdminToken(adminToken);
    this.#refusesProxies = refusesProxies;
    this.#guesses = boundsGuesses ? new Guesses(clock) : undefined;
    this.#clock = clock;
  }

  /** Notes who sends a request, before anything asks. What is wrong with a token its route tells. */
  recognize(app: App): void {
    const tokens = this.#tokens;
    if (tokens !== undefined) {
      app.addHook(
        'onRequest',
        recognition((proof) => this.#read(tokens, proof)),
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
      const access = route.schema?.access;
      const checks: onRequestHookHandler[] = [];
      // Without ADMIN_TOKEN the host starts only where this machine alone reaches it, or by INSECURE.
      let isLocal = access !== undefined && 'localOnly' in access;
      if (access?.kind === 'admin' && !this.isOn) {
        if (this.#operator === undefined) isLocal = true;
        else checks.push(demandOperator);
      }
      if (isLocal && this.#refusesProxies) checks.push(demandDirect);
      route.onRequest = [...checks, ...[route.onRequest ?? []].flat()];
      if (this.isOn) guardRoute(route);
      if (access?.kind === 'admin') this.#guesses?.watch(route);
    });
  }

  /**
   * Checks a caller that asks for another protocol; strangers are refused.
   *
   * @throws Refusal AUTHENTICATION_REQUIRED, INVALID_TOKEN, KEYS_UNAVAILABLE, STORE_UNAVAILABLE
   */
  async checkUpgrade(request: IncomingMessage): Promise<void> {
    if (this.#tokens === undefined) return setCaller(request, anyone);
    const proof = proofOf(request, () => true);
    if (proof === undefined) throw tokenRequired();
    setCaller(request, await this.#read(this.#tokens, proof));
  }

  /** Keeps used tickets where other processes look, too. */
  shareTickets(used: UsedTickets): void {
    this.#tickets.share(used);
  }

  /**
   * Sells a ticket to the caller of a request.
   *
   * @throws Refusal NOT_FOUND while identity is off
   */
  async sellTicket(request: IncomingMessage): Promise<Ticket> {
    const caller = callerOf(request);
    // ADMIN_TOKEN is known by then as well, but no stream would take its ticket.
    if (!this.isOn || !('endsAt' in caller)) {
      throw common.NOT_FOUND('identity is off: streams take no tickets');
    }
    return this.#tickets.sell(caller, this.#clock());
  }

  #read(tokens: Tokens, proof: Proof): Caller | Promise<Caller> {
    const now = this.#clock();
    if ('ticket' in proof) return this.#tickets.use(proof.ticket, now);
    const { token } = proof;
    const known = tokens.recall(token, now);
    if (known !== undefined) return known;
    if (this.#operator?.matches(token)) return operator;
    return tokens.verify(token, now);
  }
}
