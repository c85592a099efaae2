/** Links, and what counts as a download of one. */
import type { Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { numberOf } from '../file-store.ts';
import {
  downloadWindowMs,
  linkNumber,
  maxLinks,
  type FoundLink,
  type Link,
  type LinkStore,
} from '../links.ts';
import { isLive } from './places.ts';
import type { Database } from './rows.ts';

const columns = sql.raw(`'link_' || link.id AS id, 'file_' || link.file AS file_id,
  link.disposition, link.max_downloads, link.downloads, link.created_at, link.expires_at,
  link.revoked_at`);

export function postgresLinks({ db, deployment }: Database): LinkStore {
  return {
    async createLink({ file_id, tokenHash, disposition, max_downloads, expires_at }, now) {
      const file = numberOf('file', file_id) ?? 0;
      return db.transaction(async (tx) => {
        // Locked, so that links of one file are counted one after another.
        const locked = await tx.execute(sql`
          SELECT FROM file_store.file
          WHERE id = ${file} AND deployment = ${deployment} AND ${isLive(sql`parent`)}
          FOR NO KEY UPDATE`);
        if (locked === 0) return 'unknown';
        if ((await countLinks(tx, file)) >= maxLinks && !(await dropDead(tx, file, now))) {
          return 'full';
        }
        const [link] = await tx.query(sql<Link>`
          INSERT INTO file_store.link (deployment, file, token_hash, disposition, max_downloads,
            created_at, expires_at)
          VALUES (${deployment}, ${file}, ${tokenHash}, ${disposition}, ${max_downloads}, ${now},
            ${expires_at})
          RETURNING ${columns}`);
        return link!;
      });
    },

    async findLink(id) {
      const [link] = await db.query(sql<Link>`
        SELECT ${columns} FROM file_store.link
        WHERE id = ${linkNumber(id)} AND deployment = ${deployment}`);
      return link;
    },

    async findLinkByToken(tokenHash, client, now) {
      const [link] = await db.query(sql<FoundLink>`
        SELECT ${columns}, EXISTS (${openWindow(sql`link.id`, client, now)}) AS continues
        FROM file_store.link WHERE token_hash = ${tokenHash} AND deployment = ${deployment}`);
      return link;
    },

    links: async (fileId, after, limit) =>
      db.query(sql<Link>`
        SELECT ${columns} FROM file_store.link
        WHERE file = ${numberOf('file', fileId) ?? 0} AND deployment = ${deployment}
          AND link.id > ${linkNumber(after)} ORDER BY link.id LIMIT ${limit}`),

    async revokeLink(id, now) {
      const count = await db.execute(sql`
        UPDATE file_store.link SET revoked_at = coalesce(revoked_at, ${now})
        WHERE id = ${linkNumber(id)} AND deployment = ${deployment}`);
      return count === 1;
    },

    async countDownload(id, client, isRange, now) {
      const number = linkNumber(id);
      return db.transaction(async (tx) => {
        const [link] = await tx.query(sql<Link>`
          SELECT ${columns} FROM file_store.link
          WHERE id = ${number} AND deployment = ${deployment} FOR UPDATE`);
        if (link === undefined) return 'unknown';
        if (link.revoked_at !== null) return 'revoked';
        if (link.expires_at <= now) return 'expired';
        if (isRange && (await tx.execute(openWindow(sql`${number}`, client, now))) > 0) {
          return 'continued';
        }
        if (link.max_downloads !== null && link.downloads >= link.max_downloads) return 'used up';
        await tx.execute(sql`
          UPDATE file_store.link SET downloads = downloads + 1 WHERE id = ${number}`);
        await tx.execute(sql`
          INSERT INTO file_store.link_client (link, client, until)
          VALUES (${number}, ${client}, ${now + downloadWindowMs})
          ON CONFLICT (link, client) DO UPDATE SET until = excluded.until`);
        return 'counted';
      });
    },

    dropClients: async (now, limit) =>
      db.execute(sql`
        DELETE FROM file_store.link_client WHERE (link, client) IN
          (SELECT link, client
            FROM file_store.link_client JOIN file_store.link ON link.id = link_client.link
            WHERE until <= ${now} AND deployment = ${deployment} LIMIT ${limit}
            FOR UPDATE OF link_client SKIP LOCKED)`),
  };
}

const openWindow = (link: ReturnType<typeof sql>, client: string, now: number) =>
  sql`SELECT 1 FROM file_store.link_client
    WHERE link_client.link = ${link} AND client = ${client} AND until > ${now}`;

async function countLinks(tx: Queries, file: number): Promise<number> {
  const [counted] = await tx.query(sql<{ links: number }>`
    SELECT count(*) AS links FROM file_store.link WHERE file = ${file}`);
  return counted!.links;
}

async function dropDead(tx: Queries, file: number, now: number): Promise<boolean> {
  const dropped = await tx.execute(sql`
    DELETE FROM file_store.link WHERE id = (
      SELECT id FROM file_store.link WHERE file = ${file}
        AND (revoked_at IS NOT NULL OR expires_at <= ${now} OR downloads >= max_downloads)
      ORDER BY id LIMIT 1)`);
  return dropped > 0;
}
