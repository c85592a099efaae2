/** Bounds how often one client address may try a token on an operator path. */
import type { onErrorHookHandler, onRequestHookHandler, RouteOptions } from 'fastify';
import { SlidingWindows } from '../../base/sliding-window.ts';
import { common, Refusal } from '../problem.ts';
import { addressOf } from '../safety/client-key.ts';
import { tooMany } from '../safety/rate-limit-headers.ts';
import { bearerOf } from './bearer.ts';

const limit = { limit: 5, windowMs: 60_000 };

export class Guesses {
  readonly #windows = new SlidingWindows();
  readonly #clock: () => number;

  /** @param clock milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /**
   * Refuses further requests of an address that has sent five wrong tokens within a minute. Even the
   * right token has to wait: otherwise guessing could go on.
   */
  watch(route: RouteOptions): void {
    const check: onRequestHookHandler = (request, _reply, done) => {
      const now = this.#clock();
      const wrong = this.#windows.of(addressOf(request), limit.windowMs, now);
      if (wrong.left(limit, now) > 0) return done();
      const { extras } = tooMany(limit, { retryAfterMs: wrong.waitMs(1, limit, now) });
      done(common.RATE_LIMITED('too many wrong tokens came from this address', extras));
    };
    const note: onErrorHookHandler = (request, _reply, error, done) => {
      const isWrong = error instanceof Refusal && error.status === 401;
      if (isWrong && bearerOf(request.headers) !== undefined) {
        const now = this.#clock();
        this.#windows.of(addressOf(request), limit.windowMs, now).take(1, limit, now);
      }
      done();
    };
    route.onRequest = [check, ...[route.onRequest ?? []].flat()];
    route.onError = [...[route.onError ?? []].flat(), note];
  }
}
