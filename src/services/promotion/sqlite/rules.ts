/** The embedded store of rules. */
import { readFileSync } from 'node:fs';
import { Sqlite, type SqliteOptions } from '#kit/sqlite.ts';
import type { RuleChange, RuleStore } from '../rule-store.ts';
import type { Rule } from '../rules.ts';

interface RuleRow {
  promo_id: string;
  incarnation: string;
  version: number;
  body: string | null;
}

/** Rules and uses share one file. */
export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  const schema = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8');
  return new Sqlite({ ...options, migrations: [schema] });
}

export function sqliteRuleStore(db: Sqlite): RuleStore {
  const find = db.get<RuleRow>('SELECT * FROM rule WHERE promo_id = ?');
  const last = db.get<{ version: number }>('SELECT coalesce(max(version), 0) AS version FROM rule');
  const put = db.run('REPLACE INTO rule VALUES (?, ?, ?, ?)');
  const since = db.all<RuleRow>('SELECT * FROM rule WHERE version > ? ORDER BY version');
  const ping = db.get('SELECT 1');

  const change = (promoId: string, incarnation: string, rule: Rule | undefined): RuleChange => {
    const version = last()!.version + 1;
    put(promoId, incarnation, version, rule ? JSON.stringify(rule) : null);
    return { promoId, version, incarnation, rule };
  };
  const present = (promoId: string) => {
    const row = find(promoId);
    return row?.body === null ? undefined : row;
  };

  return {
    create: (rule, incarnation) =>
      db.write(() =>
        present(rule.promo_id) ? undefined : change(rule.promo_id, incarnation, rule),
      ),
    replace: (rule) =>
      db.write(() => {
        const row = present(rule.promo_id);
        return row && change(rule.promo_id, row.incarnation, rule);
      }),
    remove: (promoId) =>
      db.write(() => {
        const row = find(promoId);
        if (row?.body === null) return changeOf(row);
        return row && change(promoId, row.incarnation, undefined);
      }),
    changesSince: async (version) => since(version).map(changeOf),
    ready: async () => void ping(),
    close: () => db.close(),
  };
}

function changeOf({ promo_id: promoId, incarnation, version, body }: RuleRow): RuleChange {
  const rule: Rule | undefined = body === null ? undefined : JSON.parse(body);
  return { promoId, version, incarnation, rule };
}
