/**
 * Work that takes more than one step: promotions, and the end of stale or closed waiting rooms.
 * Until it is over, every other step that takes from the product's stock returns `unfinished` and
 * waits for it, so nobody comes between.
 */
import { Type, type Static } from 'typebox';
import { Promotion } from './waiting-room.ts';

/** The step did nothing, because unfinished work on the product comes first. */
export const Unfinished = Type.Object({
  kind: Type.Literal('unfinished'),
  productId: Type.String(),
});
export type Unfinished = Static<typeof Unfinished>;

/** The beginning of a step that promotes: false when slices follow. */
export const Begun = Type.Object({ isOver: Type.Optional(Type.Boolean()) });
export type Begun = Static<typeof Begun>;

/** The return of lapsed holds, and the buyers who had them. */
export const Lapsed = Type.Union([
  Type.Object({
    kind: Type.Literal('lapsed'),
    productId: Type.String(),
    users: Type.Array(Type.String()),
    promoted: Type.Array(Promotion),
    ...Begun.properties,
  }),
  Type.Object({ kind: Type.Literal('none') }),
]);
export type Lapsed = Static<typeof Lapsed>;

export interface Slice {
  readonly promoted: Promotion[];
  readonly isOver: boolean;
}

export class Promotions {
  readonly #slice: (productId: string, now: number) => Promise<Slice>;
  /** Those under way, by product. */
  readonly #running = new Map<string, Promise<Promotion[]>>();

  /** @param slice confirms some of those who wait, or drops a part of a stale or closed room */
  constructor(slice: (productId: string, now: number) => Promise<Slice>) {
    this.#slice = slice;
  }

  /** Runs a step; if something of the product is unfinished, runs it after that. */
  async first<T extends { readonly kind: string }>(
    now: number,
    step: () => Promise<T | Unfinished>,
  ): Promise<T> {
    for (;;) {
      const outcome = await step();
      if (!isUnfinished(outcome)) return outcome;
      await this.finish(outcome.productId, now);
    }
  }

  /** Confirms the rest of those who wait, as far as the stock goes; or drops a stale or closed room. */
  finish(productId: string, now: number): Promise<Promotion[]> {
    const running = this.#running.get(productId);
    if (running !== undefined) return running;
    const finishing = this.#finish(productId, now);
    this.#running.set(productId, finishing);
    return finishing;
  }

  async #finish(productId: string, now: number): Promise<Promotion[]> {
    const all: Promotion[] = [];
    try {
      for (;;) {
        const { promoted, isOver } = await this.#slice(productId, now);
        all.push(...promoted);
        if (isOver) return all;
      }
    } finally {
      // Before anybody hears of its end: a caller who comes then must not join a run that is over.
      this.#running.delete(productId);
    }
  }
}

const isUnfinished = (outcome: { readonly kind: string }): outcome is Unfinished =>
  outcome.kind === 'unfinished';
