import type { TSchema } from 'typebox';
import { common, problemResponses, type RefusalFactory } from '#kit/web/problem.ts';

/** What a route answers; every one of them needs a store. */
export function answers<OkT extends Record<number, TSchema>>(
  ok: OkT,
  ...refused: RefusalFactory[]
) {
  return { ...problemResponses(...refused, common.STORE_UNAVAILABLE), ...ok };
}
