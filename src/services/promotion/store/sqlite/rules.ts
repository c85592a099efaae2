/** The embedded store of rules. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { toChange, type RuleChange, type RuleRow, type RuleStore } from '../rules.ts';

export function sqliteRuleStore(db: Sqlite): RuleStore {
  const find = db.get<RuleRow>('SELECT * FROM rule WHERE promo_id = ?');
  const last = db.get<{ version: number }>('SELECT coalesce(max(version), 0) AS version FROM rule');
  const put = db.run('REPLACE INTO rule VALUES (?, ?, ?, ?)');
  const nextChange = db.get<RuleRow>(
    'SELECT * FROM rule WHERE version > ? ORDER BY version LIMIT 1',
  );

  const change = (promoId: string, incarnation: string, rule: RuleChange['rule']): RuleChange => {
    const version = last()!.version + 1;
    put(promoId, incarnation, version, rule ? JSON.stringify(rule) : null);
    return { promoId, version, incarnation, rule };
  };
  const findActive = (promoId: string) => {
    const row = find(promoId);
    return row?.body === null ? undefined : row;
  };

  return {
    ...lifecycleOf(db),
    create: (rule, incarnation) =>
      db.write(() =>
        findActive(rule.promo_id) ? undefined : change(rule.promo_id, incarnation, rule),
      ),
    replace: (rule) =>
      db.write(() => {
        const row = findActive(rule.promo_id);
        return row && change(rule.promo_id, row.incarnation, rule);
      }),
    remove: (promoId) =>
      db.write(() => {
        const row = find(promoId);
        if (row?.body === null) return toChange(row);
        return row && change(promoId, row.incarnation, undefined);
      }),
    async changesSince(version) {
      const changes: RuleChange[] = [];
      const slice = new TimeSlice();
      for (let row = nextChange(version); row !== undefined; row = nextChange(row.version)) {
        changes.push(toChange(row));
        // A rule may be as large as a body. One that changes during the wait then has a later
        // version.
        if (slice.isOver) await slice.next();
      }
      return changes;
    },
  };
}
