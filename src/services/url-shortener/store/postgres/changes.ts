/** Changing links, and telling every replica. */
import type { Postgres, Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import type { Link } from '../../link.ts';
import { changesKept, type LinkStore } from '../links.ts';
import { toLink, type Row } from '../row.ts';

export function changeSteps(db: Postgres): Pick<LinkStore, 'update' | 'remove' | 'changesSince'> {
  return {
    update: (code, edit) =>
      db.transaction(async (tx) => {
        const link = await lock(tx, code);
        if (link === undefined) return undefined;
        const edited = edit(link);
        const { url, notBefore, expiresAt, maxClicks, isDisabled, tags } = edited;
        await tx.execute(sql`
          UPDATE url_shortener.link SET url = ${url}, not_before = ${notBefore},
            expires_at = ${expiresAt}, max_clicks = ${maxClicks}, disabled = ${isDisabled},
            tags = ${JSON.stringify(tags)}::jsonb, details = ${JSON.stringify(edited.details)}::jsonb
          WHERE id = ${link.id}`);
        if (tags !== link.tags) {
          await removeTags(tx, link);
          await tx.execute(sql`
            INSERT INTO url_shortener.link_tag
            SELECT tag, ${link.createdAt}, ${link.id} FROM unnest(${tags}::text[]) AS t (tag)`);
        }
        await noteChange(tx, code);
        return edited;
      }),
    remove: (code) =>
      db.transaction(async (tx) => {
        const link = await lock(tx, code);
        if (link === undefined) return false;
        await tx.execute(sql`DELETE FROM url_shortener.link WHERE id = ${link.id}`);
        await removeTags(tx, link);
        await tx.execute(sql`INSERT INTO url_shortener.removed_link VALUES (${link.id})`);
        await noteChange(tx, code);
        return true;
      }),
    async changesSince(version) {
      const [row] = await db.query(sql<{ version: number; codes: string[] }>`
        SELECT version, array(
          SELECT code FROM url_shortener.link_change
          WHERE link_change.version > ${version ?? Number.MAX_SAFE_INTEGER} ORDER BY version
        ) AS codes
        FROM url_shortener.latest_change`);
      const { version: latest, codes } = row!;
      const areAll = version === undefined || codes.length === latest - version;
      return { version: latest, codes: areAll ? codes : undefined };
    },
  };
}

async function lock(tx: Queries, code: string): Promise<Link | undefined> {
  const [row] = await tx.query(
    sql<Row>`SELECT * FROM url_shortener.link WHERE code = ${code} FOR UPDATE`,
  );
  return row && toLink(row);
}

async function removeTags(tx: Queries, { id, createdAt, tags }: Link): Promise<void> {
  await tx.execute(sql`
    DELETE FROM url_shortener.link_tag
    WHERE tag = ANY (${tags}::text[]) AND created_at = ${createdAt} AND link_id = ${id}`);
}

/** Last, since the next change of any link waits for the commit. */
async function noteChange(tx: Queries, code: string): Promise<void> {
  await tx.execute(sql`
    WITH next AS (
      UPDATE url_shortener.latest_change SET version = version + 1 RETURNING version
    ), noted AS (
      INSERT INTO url_shortener.link_change SELECT version, ${code} FROM next
    )
    DELETE FROM url_shortener.link_change
    WHERE version <= (SELECT version FROM next) - ${changesKept}`);
}
