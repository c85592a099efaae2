/** The shared store of rules: any number of replicas on one PostgreSQL. */
import { openPostgres, type Postgres } from '#kit/stores/postgres.ts';
import { sql, type Sql } from '#kit/stores/sql.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { toChange, type RuleChange, type RuleRow, type RuleStore } from '../rules.ts';

/**
 * @param deployment whose rules these are: several may share one database
 * @throws StartupError when nothing answers at `url`
 */
export async function openPostgresRules(url: string, deployment: string): Promise<RuleStore> {
  const folder = new URL('./sql/', import.meta.url);
  return postgresRuleStore(await openPostgres(url, 'promotion', folder), deployment);
}

function postgresRuleStore(db: Postgres, deployment: string): RuleStore {
  /** @param write yields the row that it changed, if it changed one */
  const change = async (
    write: (version: number) => Sql<RuleRow>,
  ): Promise<RuleChange | undefined> => {
    const [row] = await db.transaction(async (tx) => {
      const [next] = await tx.query(sql<{ version: number }>`
        INSERT INTO promotion.version AS last VALUES (${deployment}, 1)
        ON CONFLICT (deployment) DO UPDATE SET version = last.version + 1
        RETURNING version`);
      return tx.query(write(next!.version));
    });
    return row && toChange(row);
  };
  const update = (promoId: string, body: string | null) =>
    change(
      (version) => sql<RuleRow>`
        UPDATE promotion.rule SET version = ${version}, body = ${body}
        WHERE deployment = ${deployment} AND promo_id = ${promoId} AND body IS NOT NULL
        RETURNING *`,
    );

  return {
    ...lifecycleOf(db),
    create: (rule, incarnation) =>
      change(
        (version) => sql<RuleRow>`
          INSERT INTO promotion.rule AS rule
          VALUES (${deployment}, ${rule.promo_id}, ${incarnation}, ${version}, ${JSON.stringify(rule)})
          ON CONFLICT (deployment, promo_id) DO UPDATE SET
            incarnation = excluded.incarnation, version = excluded.version, body = excluded.body
          WHERE rule.body IS NULL
          RETURNING *`,
      ),
    replace: (rule) => update(rule.promo_id, JSON.stringify(rule)),
    async remove(promoId) {
      const removed = await update(promoId, null);
      if (removed) return removed;
      const [row] = await db.query(sql<RuleRow>`
        SELECT * FROM promotion.rule
        WHERE deployment = ${deployment} AND promo_id = ${promoId} AND body IS NULL`);
      return row && toChange(row);
    },
    async changesSince(version) {
      // At the start these are all rules.
      const rows = await (version === 0 ? db.within() : db).query(sql<RuleRow>`
        SELECT * FROM promotion.rule
        WHERE deployment = ${deployment} AND version > ${version} ORDER BY version`);
      return rows.map(toChange);
    },
  };
}
