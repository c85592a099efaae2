/** Which driver is offered which order of a batch. No I/O: state goes in, pairs come out. */
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { RuleSet } from '../rules/rules.ts';
import {
  rankAll,
  type BatchOrder,
  type Candidate,
  type IdleDriver,
  type RankedOrder,
  type ScoreTable,
} from './ranking.ts';
import { solve } from './solver.ts';

export type Method = RuleSet['matching'] | 'optimal';

export interface Match {
  readonly orderId: string;
  readonly driverId: string;
  readonly score: number;
}

export interface Matching {
  readonly matches: readonly Match[];
  /** By order. */
  readonly tables: ReadonlyMap<string, ScoreTable>;
}

/**
 * Matches a batch, in slices. Equal scores go to the order that came first, then to the lower driver
 * id.
 *
 * @param method the variant's own order, or `optimal`: the assignment with the largest total score
 * @param now of the batch; waiting times and starvation are measured at it
 */
export async function match(
  rules: RuleSet,
  method: Method,
  batch: readonly BatchOrder[],
  idle: readonly IdleDriver[],
  now: number,
): Promise<Matching> {
  const slice = new TimeSlice();
  const orders = batch.toSorted(
    (a, b) => a.submittedAt - b.submittedAt || compare(a.orderId, b.orderId),
  );
  const drivers = idle.toSorted((a, b) => compare(a.driverId, b.driverId));
  if (slice.isOver) await slice.next();
  const ranked = await rankAll(rules, orders, drivers, now, slice);
  const choices =
    method === 'optimal'
      ? await optimal(ranked, drivers, slice)
      : method === 'per driver'
        ? await greedyPerDriver(ranked, drivers, slice)
        : await greedyByPair(ranked, slice);
  askAgain(ranked, choices);
  const matches = choices.flatMap((choice, order) => {
    if (!choice) return [];
    const { driver, score } = choice;
    return [{ orderId: orders[order]!.orderId, driverId: drivers[driver]!.driverId, score }];
  });
  return { matches, tables: new Map(ranked.map(({ orderId, table }) => [orderId, table])) };
}

/** The driver whom an order goes to, or undefined. */
type Choice = Pick<Candidate, 'driver' | 'score'> | undefined;

/**
 * Variant A: for each driver in turn the best order not yet taken. The driver who was assigned
 * least recently chooses first, then the lower id.
 */
async function greedyPerDriver(
  ranked: readonly RankedOrder[],
  drivers: readonly IdleDriver[],
  slice: TimeSlice,
): Promise<Choice[]> {
  const lastAssigned = (driver: number) =>
    drivers[driver]!.lastAssignedAt ?? Number.NEGATIVE_INFINITY;
  const turns = [...drivers.keys()].sort((a, b) =>
    lastAssigned(a) === lastAssigned(b) ? a - b : lastAssigned(a) - lastAssigned(b),
  );
  const rows = await scoresByDriver(ranked, drivers.length, -1, slice);
  const free = new Set(ranked.keys());
  const choices: Choice[] = ranked.map(() => undefined);
  for (const driver of turns) {
    if (free.size === 0) break;
    if (slice.isOver) await slice.next();
    let [best, bestScore] = [-1, -1];
    for (const order of free) {
      const score = rows[order]![driver]!;
      if (score > bestScore) [best, bestScore] = [order, score];
    }
    if (best < 0) continue;
    choices[best] = { driver, score: bestScore };
    free.delete(best);
  }
  return choices;
}

/**
 * Variant B: the pairs by score, descending; each one whose driver and order are both still free.
 * The next pair is the best among each free order's next free candidate, so the pairs of all
 * orders do not have to be sorted together.
 */
async function greedyByPair(ranked: readonly RankedOrder[], slice: TimeSlice): Promise<Choice[]> {
  const choices: Choice[] = ranked.map(() => undefined);
  const taken = new Set<number>();
  const next = ranked.map(() => 0);
  const free = new Set(ranked.keys());
  while (free.size > 0) {
    if (slice.isOver) await slice.next();
    let bestOrder = -1;
    let best: Candidate | undefined;
    for (const order of free) {
      const { candidates } = ranked[order]!;
      while (next[order]! < candidates.length && taken.has(candidates[next[order]!]!.driver)) {
        next[order]!++;
      }
      const candidate = candidates[next[order]!];
      if (!candidate) free.delete(order);
      else if (!best || candidate.score > best.score) [bestOrder, best] = [order, candidate];
    }
    if (!best) break;
    choices[bestOrder] = best;
    taken.add(best.driver);
    free.delete(bestOrder);
  }
  return choices;
}

/** The assignment with the largest total. A pair that is not eligible counts 0, as no pair does. */
async function optimal(
  ranked: readonly RankedOrder[],
  drivers: readonly IdleDriver[],
  slice: TimeSlice,
): Promise<Choice[]> {
  if (ranked.length === 0 || drivers.length === 0) return [];
  const gains = await scoresByDriver(ranked, drivers.length, 0, slice);
  const assigned = await solve(gains);
  return ranked.map(({ candidates }, order) =>
    candidates.find(({ driver }) => driver === assigned[order]),
  );
}

/**
 * An order that is left over, because nobody else is in reach or all others have been given orders, is
 * offered again to the driver who refused it longest ago. The order that was refused least often has
 * the first choice: otherwise one that a driver refuses for ever would keep the others from being asked.
 */
function askAgain(ranked: readonly RankedOrder[], choices: Choice[]): void {
  const taken = new Set(choices.map((choice) => choice?.driver));
  const left = [...ranked.entries()].filter(([order]) => choices[order] === undefined);
  left.sort(([, a], [, b]) => a.attemptsTotal - b.attemptsTotal);
  for (const [order, { refusers }] of left) {
    const again = refusers.find(({ driver }) => !taken.has(driver));
    if (!again) continue;
    choices[order] = again;
    taken.add(again.driver);
  }
}

/** A row for each order: the score of every driver. */
async function scoresByDriver(
  ranked: readonly RankedOrder[],
  drivers: number,
  notEligible: number,
  slice: TimeSlice,
): Promise<number[][]> {
  const rows: number[][] = [];
  for (const { candidates } of ranked) {
    if (slice.isOver) await slice.next();
    const row = Array<number>(drivers).fill(notEligible);
    for (const { driver, score } of candidates) row[driver] = score;
    rows.push(row);
  }
  return rows;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
