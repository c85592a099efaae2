/** The drivers who are eligible for each order of a batch, best first. */
import type { TimeSlice } from '#kit/base/time-slice.ts';
import type { RuleSet } from '../rules/rules.ts';
import { cellsAround, distanceKm, type LatLng } from './lat-lng.ts';
import {
  maxDistanceKm,
  scorePair,
  type ScoredDriver,
  type ScoredOrder,
  type Terms,
} from './score.ts';

export interface BatchOrder extends LatLng, ScoredOrder {
  readonly orderId: string;
  readonly cell: string;
  /** Drivers who refused or missed it, longest ago first. */
  readonly rejectedBy: readonly string[];
  /** How often that happened. */
  readonly attemptsTotal: number;
}

export interface IdleDriver extends LatLng, ScoredDriver {
  readonly driverId: string;
  readonly cell: string;
}

/** A driver in reach of an order. Drivers are known by their index, in the order of ids. */
export interface Candidate {
  readonly driver: number;
  readonly km: number;
  readonly score: number;
}

export interface RankedOrder {
  readonly orderId: string;
  readonly attemptsTotal: number;
  /** The drivers in reach who have not refused it, best first. */
  readonly candidates: readonly Candidate[];
  /** The drivers in reach who refused it, longest ago first. */
  readonly refusers: readonly Candidate[];
  readonly table: ScoreTable;
}

/** The drivers in reach of an order as its batch saw them: the best, then those who refused it. */
export interface ScoreTable {
  /** How many they were. */
  readonly total: number;
  readonly best: readonly ({ readonly driverId: string } & Terms)[];
}

/** Candidates shown in a score table. */
const tableSize = 20;

/** Scores some hundred thousand pairs in a large batch. */
export async function rankAll(
  rules: RuleSet,
  orders: readonly BatchOrder[],
  drivers: readonly IdleDriver[],
  now: number,
  slice: TimeSlice,
): Promise<RankedOrder[]> {
  const driversNear = lookUpByCell(drivers);
  const ranked: RankedOrder[] = [];
  for (const order of orders) {
    if (slice.isOver) await slice.next();
    ranked.push(rank(rules, order, drivers, driversNear(order.cell), now));
  }
  return ranked;
}

/** @param near ascending: the sort is stable, so equal scores rank by id */
function rank(
  rules: RuleSet,
  order: BatchOrder,
  drivers: readonly IdleDriver[],
  near: readonly number[],
  now: number,
): RankedOrder {
  const refusals = new Map(order.rejectedBy.map((driverId, i) => [driverId, i]));
  const refusal = ({ driver }: Candidate) => refusals.get(drivers[driver]!.driverId);
  const inReach: Candidate[] = [];
  for (const driver of near) {
    const km = distanceKm(drivers[driver]!, order);
    if (km > maxDistanceKm) continue;
    const { score } = scorePair(rules, drivers[driver]!, order, km, now);
    inReach.push({ driver, km, score });
  }
  const candidates = inReach.filter((candidate) => refusal(candidate) === undefined);
  candidates.sort((a, b) => b.score - a.score);
  const refusers = inReach.filter((candidate) => refusal(candidate) !== undefined);
  refusers.sort((a, b) => refusal(a)! - refusal(b)!);
  const best = [...candidates, ...refusers].slice(0, tableSize).map(({ driver, km }) => {
    const terms = scorePair(rules, drivers[driver]!, order, km, now);
    return { driverId: drivers[driver]!.driverId, ...terms };
  });
  const table = { total: inReach.length, best };
  const { orderId, attemptsTotal } = order;
  return { orderId, attemptsTotal, candidates, refusers, table };
}

/** Finds the drivers in the cells around a cell; orders of one cell share the answer. */
function lookUpByCell(drivers: readonly IdleDriver[]): (cell: string) => readonly number[] {
  const byCell = Map.groupBy(drivers.keys(), (driver) => drivers[driver]!.cell);
  const known = new Map<string, readonly number[]>();
  return (cell) => {
    let near = known.get(cell);
    if (!near) {
      near = cellsAround(cell)
        .flatMap((around) => byCell.get(around) ?? [])
        .sort((a, b) => a - b);
      known.set(cell, near);
    }
    return near;
  };
}
