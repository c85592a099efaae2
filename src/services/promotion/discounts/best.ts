/**
 * The best combination: among all sets that the stacking rule allows, the one with the largest total
 * discount; on a tie the one with the fewest promotions, then the one with the lowest ids.
 *
 * Branch and bound over the promotions in their order: each is taken or left out. A branch is given
 * up when not even all promotions that are left could make it better than the best set so far.
 */
import { TimeSlice } from '#kit/base/time-slice.ts';
import { BestBound, type BestCandidate } from './best-bound.ts';
import { prepare, takeOff, type Prepared, type Rest } from './money.ts';

/** Promotions of which the best combination is found. */
export const maxCandidates = 20;

/** The candidates taken before `next`, and the rest of the cart after them. */
interface Branch {
  readonly next: number;
  readonly rest: Rest;
  readonly count: number;
  /** The lower its id, the higher the bit of a promotion: the greater of two is the one preferred. */
  readonly set: number;
}

/**
 * @param candidates in order of priority, at most `maxCandidates`
 * @returns the ids of the set
 */
export async function bestCombination(
  candidates: readonly BestCandidate[],
  rest: Rest,
): Promise<ReadonlySet<string>> {
  const slice = new TimeSlice();
  const discounts = candidates.map(({ discount }) => prepare(discount));
  const bits = bitsOf(candidates);
  const bound = new BestBound(candidates, discounts, rest);
  const root: Branch = { next: 0, rest, count: 0, set: 0 };
  let best = root;
  const branches = [root];
  for (let branch = branches.pop(); branch !== undefined; branch = branches.pop()) {
    if (slice.isOver) await slice.next();
    if (isBetter(branch, best)) best = branch;
    const { next } = branch;
    if (next === candidates.length || !canBeBetter(branch, best, bound, bits)) continue;
    branches.push({ ...branch, next: next + 1 });
    const taken = take(branch, candidates[next]!, discounts[next]!, bits[next]!);
    if (taken) branches.push(taken);
  }
  return new Set(candidates.flatMap(({ promo_id }, i) => (best.set & bits[i]! ? [promo_id] : [])));
}

/**
 * Undefined when the stacking rule forbids it: what does not stack comes first or not at all; or
 * when it takes off nothing, since the set without it is better then.
 */
function take(
  branch: Branch,
  { stackable }: BestCandidate,
  discount: Prepared,
  bit: number,
): Branch | undefined {
  if (!stackable && branch.count > 0) return undefined;
  const { amount, rest } = takeOff(branch.rest, discount);
  if (amount === 0n) return undefined;
  return { next: branch.next + 1, rest, count: branch.count + 1, set: branch.set | bit };
}

function isBetter(a: Branch, b: Branch): boolean {
  if (a.rest.left !== b.rest.left) return a.rest.left < b.rest.left;
  return a.count === b.count ? a.set > b.set : a.count < b.count;
}

function canBeBetter(branch: Branch, best: Branch, bound: BestBound, bits: readonly number[]) {
  const { rest, count, set, next } = branch;
  const least = bound.leastLeft(rest, next, count);
  if (least !== best.rest.left) return least < best.rest.left;
  // It can only be equal. Without another promotion it is as good as when it was compared before.
  const needed = rest.left - best.rest.left;
  if (needed === 0n) return false;
  const fewest = count + bound.fewestFor(needed, rest, next, count);
  if (fewest !== best.count) return fewest < best.count;
  const all = bits.slice(next).reduce((sum, bit) => sum | bit, set);
  return all > best.set;
}

function bitsOf(candidates: readonly BestCandidate[]): number[] {
  const ids = candidates.map(({ promo_id }) => promo_id).sort();
  return candidates.map(({ promo_id }) => 1 << (ids.length - 1 - ids.indexOf(promo_id)));
}
