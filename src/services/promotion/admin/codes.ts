/**
 * Creates, lists and ends codes, for operators. Those of one call are created together or not at
 * all.
 */
import { customAlphabet } from 'nanoid';
import { newId } from '#kit/base/ids.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { invalid, storeUnavailable } from '#kit/web/problem.ts';
import type { CodesBody, CodesQuery } from './schemas.ts';
import type { RuleBook } from './rules.ts';
import type { Catalogue, Promotion } from '../catalogue.ts';
import { refuse, unknownPromotion } from '../errors.ts';
import {
  codeKey,
  codePortion,
  findTyped,
  spellingOf,
  type Added,
  type Batch,
  type CodePosition,
  type CodeStore,
} from '../store/codes.ts';

/** 32 characters, 5 random bits each. None of them looks like another: no 0, O, 1 or I. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const defaultLength = 10;

/**
 * Creates codes of a rule: those that were sent, or as many drawn ones.
 *
 * @param now milliseconds since the epoch
 * @throws Refusal UNKNOWN_PROMOTION, CODE_TAKEN, VALIDATION_FAILED, STORE_UNAVAILABLE
 */
export async function createCodes(
  { catalogue, codes }: RuleBook,
  promoId: string,
  request: CodesBody,
  now: number,
) {
  const { incarnation } = ruleOf(catalogue, promoId);
  const draw = await sourceOf(request);
  for (;;) {
    const spellings = await draw();
    const { uses_per_code: usesPerCode } = request;
    const batch = { id: newId('batch', now), promoId, incarnation, usesPerCode };
    const outcome = await addBatch(codes, batch, spellings, now);
    if (outcome.kind === 'added') {
      return { promo_id: promoId, created: spellings.length, codes: spellings };
    }
    if (outcome.kind === 'gone') {
      if (ruleOf(catalogue, promoId).incarnation !== incarnation) throw unknownPromotion(promoId);
      throw storeUnavailable(undefined, 'creating the codes took too long');
    }
    // Drawn codes that exist already are replaced by others.
    if (request.count === undefined) {
      throw refuse.CODE_TAKEN(`the code ${outcome.spelling} exists already`);
    }
  }
}

/** @throws Refusal UNKNOWN_PROMOTION */
function ruleOf(catalogue: Catalogue, promoId: string): Promotion {
  const promotion = catalogue.get(promoId);
  if (!promotion) throw unknownPromotion(promoId);
  return promotion;
}

/** Adds all or none. `gone`: the rule was removed in the meantime, or it took too long. */
async function addBatch(
  store: CodeStore,
  batch: Batch,
  spellings: readonly string[],
  now: number,
): Promise<Added> {
  await store.beginBatch(batch, now);
  for (let from = 0; from < spellings.length; from += codePortion) {
    const added = await store.addCodes(batch.id, spellings.slice(from, from + codePortion));
    if (added.kind === 'added') continue;
    if (added.kind === 'taken') await dropBatch(store, batch.id);
    return added;
  }
  return { kind: (await store.finishBatch(batch.id)) ? 'added' : 'gone' };
}

/** @param batchId of a pending batch */
async function dropBatch(store: CodeStore, batchId: string): Promise<void> {
  while (await store.dropBatch(batchId));
}

/** Removes what was left by those who died while they created codes. */
export async function dropAbandoned(store: CodeStore, now: number): Promise<void> {
  for (const batchId of await store.abandonedBatches(now)) await dropBatch(store, batchId);
}

/** @returns what yields the codes to be created; drawn ones are others each time */
async function sourceOf(request: CodesBody): Promise<() => Promise<readonly string[]>> {
  const { codes, count, prefix = '', length } = request;
  if (codes === undefined) {
    if (count === undefined) throw invalid('codes', 'is required, or count');
    const draw = customAlphabet(alphabet, length ?? defaultLength);
    return () => drawn(count, () => spellingOf(prefix) + draw());
  }
  for (const member of ['count', 'prefix', 'length'] as const) {
    if (request[member] !== undefined) throw invalid(member, 'cannot be combined with codes');
  }
  const spellings = await spellingsOf(codes);
  return async () => spellings;
}

async function drawn(count: number, draw: () => string): Promise<readonly string[]> {
  const slice = new TimeSlice();
  const codes = new Set<string>();
  while (codes.size < count) {
    if (slice.isOver) await slice.next();
    codes.add(draw());
  }
  return [...codes];
}

/** @throws Refusal VALIDATION_FAILED when two are the same, or one is blank or too long */
async function spellingsOf(codes: readonly string[]): Promise<readonly string[]> {
  const slice = new TimeSlice();
  const seen = new Map<string, number>();
  const spellings: string[] = [];
  for (const [i, code] of codes.entries()) {
    if (slice.isOver) await slice.next();
    const spelling = spellingOf(code);
    if (spelling === '') throw invalid(`codes.${i}`, 'must not be blank');
    // A few characters are longer in this form; a code that is shown can be sent.
    if (spelling.length > 128)
      throw invalid(`codes.${i}`, 'must have at most 128 characters in NFC');
    const first = seen.get(codeKey(spelling));
    if (first !== undefined) throw invalid(`codes.${i}`, `is the same as codes.${first}`);
    seen.set(codeKey(spelling), i);
    spellings.push(spelling);
  }
  return spellings;
}

/**
 * A page of the codes of a rule, in the order in which they were created.
 *
 * @throws Refusal UNKNOWN_PROMOTION, VALIDATION_FAILED, STORE_UNAVAILABLE
 */
export async function listCodes(
  { catalogue, codes }: RuleBook,
  promoId: string,
  { limit, cursor }: CodesQuery,
) {
  const { incarnation } = ruleOf(catalogue, promoId);
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const page = await codes.listCodes(incarnation, after, limit);
  return {
    codes: page.codes.map(({ spelling, uses, usesPerCode, ended }) => {
      return { code: spelling, uses, uses_per_code: usesPerCode, ...(ended && { ended: true }) };
    }),
    rest: page.next ? { next_cursor: formatCursor(page.next) } : {},
  };
}

/**
 * Ends a code; its uses stay counted, and nobody can create it again.
 *
 * @throws Refusal UNKNOWN_CODE, STORE_UNAVAILABLE
 */
export async function endCode({ codes }: { codes: CodeStore }, code: string) {
  const [found] = await findTyped(codes, [code]);
  const ended = found && (await codes.endCode(found.key));
  if (!ended) throw refuse.UNKNOWN_CODE(`there is no code ${code}`);
  return { status: 'ended' as const, code: ended.spelling };
}

function formatCursor({ batch, key }: CodePosition): string {
  return Buffer.from(`${batch} ${key}`).toString('base64url');
}

function parseCursor(cursor: string): CodePosition {
  const text = Buffer.from(cursor, 'base64url').toString();
  const space = text.indexOf(' ');
  if (space < 1) throw invalid('cursor', 'is not a next_cursor');
  return { batch: text.slice(0, space), key: text.slice(space + 1) };
}
