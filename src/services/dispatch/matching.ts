/** Which driver is offered which order of a batch. Pure: state goes in, pairs come out. */
import { linearSumAssignment } from 'linear-sum-assignment';
import { cellsAround, distanceKm, spots, type Place, type Spots } from './place.ts';
import { Ranking } from './ranking.ts';
import type { RuleSet } from './rules.ts';
import {
  distanceTerm,
  etaTerm,
  explain,
  loadTerm,
  maxDistanceKm,
  waitTerm,
  type Scored,
  type Terms,
} from './score.ts';

export interface BatchOrder extends Place {
  readonly orderId: string;
  readonly cell: string;
  /** The priority, 0 to 1. */
  readonly weight: number;
  readonly submittedAt: number;
  /** Drivers who refused it in this round. */
  readonly excluded: readonly string[];
}

export interface IdleDriver extends Place, Scored {
  readonly driverId: string;
  readonly cell: string;
}

export type Method = RuleSet['matching'] | 'optimal';

/** The best candidates of an order, as its batch saw them. */
export interface ScoreTable {
  /** How many drivers were eligible. */
  readonly total: number;
  readonly best: readonly ({ readonly driverId: string } & Terms)[];
}

export interface Match {
  readonly orderId: string;
  readonly driverId: string;
  readonly score: number;
}

export interface Matching {
  readonly matches: readonly Match[];
  readonly tables: ReadonlyMap<string, ScoreTable>;
}

/** Candidates shown in a score table. */
const tableSize = 20;
const notEligible = -1;

/**
 * @param method the variant's own order, or `optimal`: the assignment with the largest total score
 * @param now of the batch; waiting times and starvation are measured at it
 */
export function match(
  rules: RuleSet,
  method: Method,
  batch: readonly BatchOrder[],
  idle: readonly IdleDriver[],
  now: number,
): Matching {
  // Equal scores go to the order that came first, then to the lower driver id.
  const orders = batch.toSorted(
    (a, b) => a.submittedAt - b.submittedAt || compare(a.orderId, b.orderId),
  );
  const drivers = idle.toSorted((a, b) => compare(a.driverId, b.driverId));
  const places = { orders: spots(orders), drivers: spots(drivers) };
  const { rows, rankings } = scoreAll(rules, orders, drivers, places, now);
  const chosen =
    method === 'optimal'
      ? optimal(rows)
      : method === 'per driver'
        ? greedyPerDriver(rows, turns(drivers))
        : greedyByPair(rows, rankings, drivers.length);
  const matches = orders.flatMap(({ orderId }, o) => {
    const d = chosen[o]!;
    return d < 0 ? [] : [{ orderId, driverId: drivers[d]!.driverId, score: rows[o]![d]! }];
  });
  const tables = orders.map((order, o) => {
    const ranking = rankings[o]!;
    const shown = Math.min(tableSize, ranking.length);
    const best = Array.from({ length: shown }, (_, rank) => {
      const d = ranking.at(rank)!;
      const km = distanceKm(places.drivers, d, places.orders, o);
      return { driverId: drivers[d]!.driverId, ...explain(rules, drivers[d]!, order, km, now) };
    });
    return [order.orderId, { total: ranking.length, best }] as const;
  });
  return { matches, tables: new Map(tables) };
}

interface Places {
  readonly orders: Spots;
  readonly drivers: Spots;
}

/** A row of scores an order, `notEligible` where the driver is too far or has refused. */
function scoreAll(
  rules: RuleSet,
  orders: readonly BatchOrder[],
  drivers: readonly IdleDriver[],
  places: Places,
  now: number,
) {
  const { weights } = rules;
  const loads = Float64Array.from(
    drivers,
    ({ active, maxOrders }) => weights.load * loadTerm(active, maxOrders),
  );
  const speeds = Float64Array.from(drivers, ({ speedKmh }) => speedKmh);
  const starvations = Float64Array.from(drivers, ({ lastAssignedAt }) =>
    rules.starvation(lastAssignedAt, now),
  );
  const nearby = neighbours(drivers);
  const index = new Map(drivers.map(({ driverId }, d) => [driverId, d]));
  const rankings: Ranking[] = [];
  const { distance: distanceWeight, eta: etaWeight } = weights;
  const rows = orders.map((order, o) => {
    const row = new Float64Array(drivers.length).fill(notEligible);
    const priority = weights.priority * order.weight;
    const wait = weights.wait * waitTerm(order.submittedAt, now);
    const refusers = new Set(order.excluded.map((id) => index.get(id)));
    const candidates = nearby(order.cell);
    const eligible = new Uint32Array(candidates.length);
    let count = 0;
    // The inner loop: some hundred thousand turns in a large batch.
    for (let c = 0; c < candidates.length; c++) {
      const d = candidates[c]!;
      const km = distanceKm(places.drivers, d, places.orders, o);
      if (km > maxDistanceKm || (refusers.size > 0 && refusers.has(d))) continue;
      // Added up as in `explain`, so that both yield the same number.
      row[d] =
        distanceWeight * distanceTerm(km) +
        etaWeight * etaTerm(km, speeds[d]!) +
        loads[d]! +
        priority +
        wait +
        starvations[d]!;
      eligible[count++] = d;
    }
    rankings.push(new Ranking(row, eligible.subarray(0, count)));
    return row;
  });
  return { rows, rankings };
}

/** Finds the drivers in the cells around a cell; orders of one cell share the answer. */
function neighbours(drivers: readonly IdleDriver[]): (cell: string) => Uint32Array {
  const byCell = Map.groupBy(drivers.keys(), (d) => drivers[d]!.cell);
  const known = new Map<string, Uint32Array>();
  return (cell) => {
    const found =
      known.get(cell) ??
      Uint32Array.from(cellsAround(cell).flatMap((around) => byCell.get(around) ?? []));
    known.set(cell, found);
    return found;
  };
}

/** Who chooses first in variant A: whoever was assigned least recently, then the lower id. */
function turns(drivers: readonly IdleDriver[]): number[] {
  const last = (d: number) => drivers[d]!.lastAssignedAt ?? Number.NEGATIVE_INFINITY;
  return [...drivers.keys()].toSorted((a, b) => (last(a) === last(b) ? a - b : last(a) - last(b)));
}

/** For each driver in turn the best order not yet taken. */
function greedyPerDriver(rows: readonly Float64Array[], turns: readonly number[]): Int32Array {
  const chosen = new Int32Array(rows.length).fill(-1);
  let free = rows.length;
  for (const d of turns) {
    if (free === 0) break;
    let best = -1;
    for (let o = 0; o < rows.length; o++) {
      const score = rows[o]![d]!;
      if (chosen[o]! < 0 && score >= 0 && (best < 0 || score > rows[best]![d]!)) best = o;
    }
    if (best < 0) continue;
    chosen[best] = d;
    free--;
  }
  return chosen;
}

/** All pairs by score, descending; each one whose driver and order are both still free. */
function greedyByPair(
  rows: readonly Float64Array[],
  rankings: readonly Ranking[],
  drivers: number,
): Int32Array {
  const chosen = new Int32Array(rows.length).fill(-1);
  const taken = new Uint8Array(drivers);
  const ranks = new Uint32Array(rows.length);
  for (;;) {
    let best = -1;
    let bestScore = notEligible;
    for (let o = 0; o < rows.length; o++) {
      if (chosen[o]! >= 0) continue;
      let d = rankings[o]!.at(ranks[o]!);
      while (d !== undefined && taken[d]) d = rankings[o]!.at(++ranks[o]!);
      if (d === undefined || rows[o]![d]! <= bestScore) continue;
      best = o;
      bestScore = rows[o]![d]!;
    }
    if (best < 0) return chosen;
    const d = rankings[best]!.at(ranks[best]!)!;
    chosen[best] = d;
    taken[d] = 1;
  }
}

/** The assignment with the largest total. A pair that is not eligible counts 0, as no pair does. */
function optimal(rows: readonly Float64Array[]): Int32Array {
  const chosen = new Int32Array(rows.length).fill(-1);
  if (rows.length === 0 || rows[0]!.length === 0) return chosen;
  const gains = rows.map((row) => row.map((score) => Math.max(0, score)));
  const { rowAssignments } = linearSumAssignment(gains, { maximaze: true });
  return chosen.map((none, o) => {
    const d = rowAssignments[o] ?? -1;
    return d >= 0 && rows[o]![d]! >= 0 ? d : none;
  });
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
