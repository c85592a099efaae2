/** The shared store of rules: any number of replicas on one PostgreSQL. */
import { openPostgres, type Postgres } from '#kit/postgres.ts';
import { sql, type Sql } from '#kit/sql.ts';
import type { RuleChange, RuleStore } from './rule-store.ts';
import type { Rule } from './rules.ts';

interface RuleRow {
  promo_id: string;
  incarnation: string;
  version: string;
  body: string | null;
}

/**
 * @param deployment whose rules these are: several may share one database
 * @throws StartupError when nothing answers at `url`
 */
export async function openPostgresRules(url: string, deployment: string): Promise<RuleStore> {
  const folder = new URL('./sql/', import.meta.url);
  return new PostgresRules(await openPostgres(url, 'promotion', folder), deployment);
}

class PostgresRules implements RuleStore {
  readonly #db: Postgres;
  readonly #deployment: string;

  constructor(db: Postgres, deployment: string) {
    this.#db = db;
    this.#deployment = deployment;
  }

  create(rule: Rule, incarnation: string): Promise<RuleChange | undefined> {
    const body = JSON.stringify(rule);
    return this.#change(
      (version) => sql<RuleRow>`
        INSERT INTO promotion.rule AS rule
        VALUES (${this.#deployment}, ${rule.promo_id}, ${incarnation}, ${version}, ${body})
        ON CONFLICT (deployment, promo_id) DO UPDATE SET
          incarnation = excluded.incarnation, version = excluded.version, body = excluded.body
        WHERE rule.body IS NULL
        RETURNING *`,
    );
  }

  replace(rule: Rule): Promise<RuleChange | undefined> {
    return this.#set(rule.promo_id, JSON.stringify(rule));
  }

  async remove(promoId: string): Promise<RuleChange | undefined> {
    const removed = await this.#set(promoId, null);
    if (removed) return removed;
    const [row] = await this.#db.query(sql<RuleRow>`
      SELECT * FROM promotion.rule
      WHERE deployment = ${this.#deployment} AND promo_id = ${promoId} AND body IS NULL`);
    return row && changeOf(row);
  }

  #set(promoId: string, body: string | null): Promise<RuleChange | undefined> {
    return this.#change(
      (version) => sql<RuleRow>`
        UPDATE promotion.rule SET version = ${version}, body = ${body}
        WHERE deployment = ${this.#deployment} AND promo_id = ${promoId} AND body IS NOT NULL
        RETURNING *`,
    );
  }

  async #change(write: (version: string) => Sql<RuleRow>): Promise<RuleChange | undefined> {
    const [row] = await this.#db.transaction(async (tx) => {
      const [next] = await tx.query(sql<{ version: string }>`
        INSERT INTO promotion.version AS last VALUES (${this.#deployment}, 1)
        ON CONFLICT (deployment) DO UPDATE SET version = last.version + 1
        RETURNING version`);
      return tx.query(write(next!.version));
    });
    return row && changeOf(row);
  }

  async changesSince(version: number): Promise<RuleChange[]> {
    const rows = await this.#db.query(sql<RuleRow>`
      SELECT * FROM promotion.rule
      WHERE deployment = ${this.#deployment} AND version > ${version} ORDER BY version`);
    return rows.map(changeOf);
  }

  ready(): Promise<void> {
    return this.#db.ready();
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}

function changeOf({ promo_id: promoId, incarnation, version, body }: RuleRow): RuleChange {
  const rule: Rule | undefined = body === null ? undefined : JSON.parse(body);
  return { promoId, version: Number(version), incarnation, rule };
}
