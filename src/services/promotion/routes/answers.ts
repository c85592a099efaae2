/** Helpers for the answers of all routes. */
import type { TSchema } from 'typebox';
import type { Portions } from '#kit/web/json/stream.ts';
import { problemResponses, type RefusalFactory } from '#kit/web/problem.ts';

export function answers<OkT extends Record<number, TSchema>>(
  ok: OkT,
  ...refused: RefusalFactory[]
) {
  return { ...problemResponses(...refused), ...ok };
}

/** The number of entries that are sent at a time. */
const portion = 500;

/** @param rest further members of the answer */
export async function* inPortions<T>(list: readonly T[], rest: object = {}): Portions<T> {
  for (let from = 0; from < list.length; from += portion) yield list.slice(from, from + portion);
  return rest;
}

/** Yields entries one by one, so that large ones are made only when they are sent. */
export async function* oneByOne<T>(list: Iterable<T>): Portions<T> {
  for (const entry of list) yield [entry];
}
