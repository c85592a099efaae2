/** The embedded store of uses. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import {
  deviceLimit,
  deviceWindowMs,
  orderLifetimeMs,
  type Availability,
  type Candidate,
  type CodeVerdict,
  type UsageStore,
  type UseOutcome,
  type UseRequest,
  type Verdict,
} from '../usage.ts';
import { codeRows } from './codes.ts';
import { addUse, counterRows, type Counters } from './counters.ts';
import { orderRows } from './orders.ts';

/** Rows that one step of `sweep` removes at most. */
const sweepSize = 500;

/** The counters of the user and of the device. */
interface Holders {
  readonly ofUser: Counters;
  readonly ofDevice: Counters;
}

export function sqliteUsageStore(db: Sqlite): UsageStore {
  const rows = counterRows(db);
  const codes = codeRows(db);
  const orders = orderRows(db, rows, codes);

  /** The same steps as in redis/lua/count-uses.lua. */
  const countUses = (request: UseRequest): UseOutcome => {
    const { candidates, userId, device, order, choice, now } = request;
    const known = order && orders.find(order.orderId, order.fingerprint, now);
    if (known) return known;
    const [userKey, deviceKey] = [`u:${userId}`, `d:${device}`];
    const holders = { ofUser: rows.load(userKey, now), ofDevice: rows.load(deviceKey, now) };
    const available =
      choice && candidates.map((candidate) => availability(candidate, holders, now));
    if (available && available.join() !== choice.seen.join()) return { kind: 'seen', available };

    const codeVerdicts: CodeVerdict[] = [];
    const uses: { candidate: number; incarnation: string; code?: string }[] = [];
    const verdicts = candidates.map((candidate, i): Verdict => {
      const code = codes.judge(candidate, codeVerdicts);
      if (available && !choice.chosen[i]) {
        const state = available[i]!;
        return state === 'available' ? 'not chosen' : state;
      }
      if (!available && uses.length > 0 && !candidate.stackable) return 'not stackable';
      if (candidate.needsCode && !code) return 'code refused';
      const verdict = countUse(candidate, holders, now);
      if (verdict !== 'applied') return verdict;
      const { incarnation } = candidate;
      if (code) codes.count(code, codeVerdicts);
      uses.push({ candidate: i, incarnation, ...(code && { code: code.key }) });
      return verdict;
    });
    if (uses.length > 0) {
      rows.save(userKey, holders.ofUser);
      rows.save(deviceKey, holders.ofDevice);
    }
    const outcome = { verdicts, ...(codeVerdicts.length > 0 && { codes: codeVerdicts }) };
    if (order) orders.put(order, outcome, { userId, device, uses }, now);
    return { kind: 'counted', ...outcome };
  };

  const countUse = (candidate: Candidate, { ofUser, ofDevice }: Holders, now: number): Verdict => {
    const { incarnation, perUser, global, lifetimeMs } = candidate;
    const [userCount] = ofUser.get(incarnation) ?? [0];
    const [deviceCount, windowEnd] = ofDevice.get(incarnation) ?? [0, now + deviceWindowMs];
    if (perUser > 0 && userCount >= perUser) return 'user limit reached';
    if (deviceCount >= deviceLimit) {
      const isFull = rows.isGlobalFull(incarnation, global, now);
      return isFull ? 'global limit reached' : 'device limit reached';
    }
    const lapsesAt = lifetimeMs > 0 ? now + lifetimeMs : 0;
    if (!rows.countGlobal(incarnation, global, lapsesAt, now)) return 'global limit reached';
    addUse(ofUser, incarnation, lapsesAt, now);
    addUse(ofDevice, incarnation, windowEnd, now);
    return 'applied';
  };

  /** The same limits, without counting. */
  const availability = (
    candidate: Candidate,
    { ofUser, ofDevice }: Holders,
    now: number,
  ): Availability => {
    const { incarnation, perUser, global } = candidate;
    const countOf = (counters: Counters) => counters.get(incarnation)?.[0] ?? 0;
    if (candidate.needsCode && !codes.judge(candidate)) return 'code refused';
    if (perUser > 0 && countOf(ofUser) >= perUser) return 'user limit reached';
    if (rows.isGlobalFull(incarnation, global, now)) return 'global limit reached';
    if (countOf(ofDevice) >= deviceLimit) return 'device limit reached';
    return 'available';
  };

  return {
    ...lifecycleOf(db),
    countUses: (request) => db.write(() => countUses(request)),
    findOrder: async (orderId, fingerprint, now) => orders.find(orderId, fingerprint, now),
    cancelOrder: (orderId, now) => db.write(() => orders.cancel(orderId, now)),
    sweep: (now) =>
      db.write(() => {
        const removed = orders.sweep(now - orderLifetimeMs, sweepSize);
        return Math.max(removed, rows.sweep(now, sweepSize)) === sweepSize;
      }),
  };
}
