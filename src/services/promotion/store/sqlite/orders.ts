/** The rows of orders: the uses that they took, and how those are given back. */
import { Type } from 'typebox';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { storedJson } from '#kit/web/schema.ts';
import {
  orderLifetimeMs,
  Taken,
  Verdicts,
  type Cancelled,
  type KnownOrder,
  type Order,
} from '../usage.ts';
import type { codeRows } from './codes.ts';
import { returnUse, type counterRows } from './counters.ts';

interface OrderRow {
  readonly fingerprint: string;
  readonly terms: string;
  readonly verdicts: string;
  readonly taken: string | null;
  readonly returned: string | null;
  readonly at: number;
}

const parseVerdicts = storedJson('stored verdicts', Verdicts);
const parseTaken = storedJson('stored uses of an order', Taken);
const parseReturned = storedJson('stored returns of an order', Type.Array(Type.Integer()));

/** Reads and writes orders; use within a unit of work. */
export function orderRows(
  db: Sqlite,
  counters: ReturnType<typeof counterRows>,
  codes: ReturnType<typeof codeRows>,
) {
  const select = db.get<OrderRow>('SELECT * FROM applied_order WHERE order_id = ? AND at > ?');
  const put = db.run('REPLACE INTO applied_order VALUES (?, ?, ?, ?, ?, NULL, ?)');
  const cancel = db.run(
    'UPDATE applied_order SET taken = NULL, returned = ?, at = max(at, ?) WHERE order_id = ?',
  );
  const remove = db.run(
    `DELETE FROM applied_order WHERE order_id IN
       (SELECT order_id FROM applied_order WHERE at <= ? LIMIT ?)`,
  );

  /** Candidates of which a use was given back, in any of the counters: others may have expired. */
  const giveBack = ({ userId, device, uses }: Taken, at: number, now: number): number[] => {
    const [userKey, deviceKey] = [`u:${userId}`, `d:${device}`];
    const [ofUser, ofDevice] = [counters.load(userKey, now), counters.load(deviceKey, now)];
    const returned = uses.filter(({ incarnation, code }) => {
      const given = [
        returnUse(ofUser, incarnation, at),
        returnUse(ofDevice, incarnation, at),
        counters.returnGlobal(incarnation, at, now),
        code !== undefined && codes.giveBack(code, incarnation),
      ];
      return given.includes(true);
    });
    counters.save(userKey, ofUser);
    counters.save(deviceKey, ofDevice);
    return returned.map(({ candidate }) => candidate);
  };

  return {
    find(orderId: string, fingerprint: string, now: number): KnownOrder | undefined {
      const row = select(orderId, now - orderLifetimeMs);
      if (!row) return undefined;
      if (row.returned !== null) return { kind: 'cancelled' };
      if (row.fingerprint !== fingerprint) return { kind: 'mismatch' };
      return { kind: 'repeated', ...parseVerdicts(row.verdicts), terms: row.terms };
    },

    put(
      { orderId, fingerprint, terms }: Order,
      verdicts: Verdicts,
      taken: Taken,
      at: number,
    ): void {
      const uses = taken.uses.length > 0 ? JSON.stringify(taken) : null;
      put(orderId, fingerprint, terms, JSON.stringify(verdicts), uses, at);
    },

    /** See `cancelOrder` of the port. */
    cancel(orderId: string, now: number): Cancelled | undefined {
      const row = select(orderId, now - orderLifetimeMs);
      if (!row) return undefined;
      const { terms, taken, returned } = row;
      if (returned !== null) return { terms, returned: parseReturned(returned) };
      const given = taken === null ? [] : giveBack(parseTaken(taken), row.at, now);
      cancel(JSON.stringify(given), now, orderId);
      return { terms, returned: given };
    },

    /** Removes up to `limit` of those that are not younger than `at`; yields how many. */
    sweep: (at: number, limit: number): number => remove(at, limit),
  };
}
