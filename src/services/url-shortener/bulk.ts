/** Many links in one call, each on its own. */
import { TimeSlice } from '#kit/base/time-slice.ts';
import { common, Refusal } from '#kit/web/problem.ts';
import { compileStrict } from '#kit/web/schema.ts';
import { ShortenBody } from './routes/schemas.ts';
import { createLink, draftOf, type Draft, type Shortener } from './shorten.ts';

/** Links that are made together: the next portion follows when these are durable. */
const portionSize = 100;

export type BulkResult =
  | { readonly ok: true; readonly code: string; readonly short_url: string }
  | { readonly ok: false; readonly error: string };

const isLink = compileStrict(ShortenBody);

/**
 * Makes the links in their order: one that is refused keeps no other from being made, and of two with
 * one alias the first gets it. While the store is away each is refused: the codes of those that were
 * made before are told all the same.
 *
 * @param mayMake counts a link, unless the caller has made too many: then it throws a Refusal
 * @param now milliseconds since the epoch
 */
export async function shortenAll(
  shortener: Shortener,
  links: readonly unknown[],
  mayMake: () => void,
  now: number,
): Promise<BulkResult[]> {
  const slice = new TimeSlice();
  const results: BulkResult[] = [];
  for (let i = 0; i < links.length; i += portionSize) {
    const drafts: (Draft | Refusal)[] = [];
    for (const link of links.slice(i, i + portionSize)) {
      if (slice.isOver) await slice.next();
      drafts.push(draftOrRefusal(shortener, link, mayMake, now));
    }
    results.push(...(await Promise.all(drafts.map((draft) => create(shortener, draft)))));
  }
  return results;
}

function draftOrRefusal(
  shortener: Shortener,
  link: unknown,
  mayMake: () => void,
  now: number,
): Draft | Refusal {
  if (!isLink(link)) return common.VALIDATION_FAILED();
  try {
    const draft = draftOf(shortener, link, now);
    mayMake();
    return draft;
  } catch (error) {
    return refusalOf(error);
  }
}

async function create(shortener: Shortener, draft: Draft | Refusal): Promise<BulkResult> {
  if (draft instanceof Refusal) return { ok: false, error: draft.code };
  try {
    return { ok: true, ...(await createLink(shortener, draft)) };
  } catch (error) {
    return { ok: false, error: refusalOf(error).code };
  }
}

/** @throws the error when it is a fault */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}
