/** What the people of the town believe to have done: the summary holds it against what the services say. */
import { HawkerError } from '../../client/index.ts';

/** What is counted, in the order in which the progress line may show it. */
type Deed =
  | 'orders placed'
  | 'orders confirmed'
  | 'orders delivered'
  | 'units confirmed'
  | 'units brought to hubs'
  | 'units launched'
  | 'promotion uses'
  | 'code uses'
  | 'checks allowed'
  | 'checks refused'
  | 'carts filled'
  | 'carts emptied'
  | 'link clicks'
  | 'searches'
  | 'launches'
  | 'clip views'
  | 'likes'
  | 'fans told'
  | 'prizes claimed'
  | 'pages to crawl';

/** Something that a service, or the person, refuses as it should. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Refusals that belong to the play; any other is a failure. */
const expected = new Set([
  'INSUFFICIENT_STOCK',
  'RESERVATION_EXPIRED',
  'SALE_NOT_OPEN',
  'SALE_OVER',
  'SALE_PAUSED',
  'SOLD_OUT',
  'PURCHASE_LIMIT_REACHED',
  'VOUCHER_REQUIRED',
  'NO_VOUCHER_LEFT',
  'RATE_LIMITED',
  'NOT_QUEUED',
  'ENROLMENT_CLOSED',
]);

export class Ledger {
  readonly #deeds = new Map<Deed, number>();
  readonly #refusals = new Map<string, number>();
  /** What went wrong, in words: none of it may be. */
  readonly failures: string[] = [];

  count(deed: Deed, times = 1): void {
    this.#deeds.set(deed, this.of(deed) + times);
  }

  of(deed: Deed): number {
    return this.#deeds.get(deed) ?? 0;
  }

  refused(code: string): void {
    this.#refusals.set(code, (this.#refusals.get(code) ?? 0) + 1);
  }

  /** By code, the most frequent first. */
  get refusals(): readonly (readonly [string, number])[] {
    return [...this.#refusals].sort(([, a], [, b]) => b - a);
  }

  /** How a story ended that did not come to its good end. */
  ended(story: string, error: unknown): void {
    const { code } = error as { readonly code?: unknown };
    const isExpected = error instanceof HawkerError && expected.has(error.code);
    if (error instanceof Refused || isExpected) this.refused(String(code));
    else
      this.failures.push(`${story}: ${error instanceof Error ? `${error.stack}` : String(error)}`);
  }
}
