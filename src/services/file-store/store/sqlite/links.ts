/** Links, and what counts as a download of one. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { numberOf } from '../file-store.ts';
import {
  downloadWindowMs,
  linkNumber,
  maxLinks,
  type FoundLink,
  type Link,
  type LinkStore,
} from '../links.ts';
import type { TreeLocations } from './places.ts';

const columns = `'link_' || id AS id, 'file_' || file AS file_id, disposition, max_downloads,
  downloads, created_at, expires_at, revoked_at`;

export function sqliteLinks(db: Sqlite, places: TreeLocations): LinkStore {
  const findFile = db.get<{ parent_id: string }>(
    `SELECT iif(parent = 0, '', 'folder_' || parent) AS parent_id FROM file WHERE id = ?`,
  );
  const countLinks = db.get<{ links: number }>('SELECT count(*) AS links FROM link WHERE file = ?');
  const dropDead = db.run(
    `DELETE FROM link WHERE id = (SELECT id FROM link WHERE file = ?1
        AND (revoked_at IS NOT NULL OR expires_at <= ?2 OR downloads >= max_downloads)
      ORDER BY id LIMIT 1)`,
  );
  const insert = db.get<Link>(
    `INSERT INTO link (file, token_hash, disposition, max_downloads, created_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?) RETURNING ${columns}`,
  );
  const find = db.get<Link>(`SELECT ${columns} FROM link WHERE id = ?`);
  const findByToken = db.get<Link>(`SELECT ${columns} FROM link WHERE token_hash = ?`);
  const list = db.all<Link>(
    `SELECT ${columns} FROM link WHERE file = ? AND link.id > ? ORDER BY link.id LIMIT ?`,
  );
  const revoke = db.run('UPDATE link SET revoked_at = coalesce(revoked_at, ?2) WHERE id = ?1');
  const hasWindow = db.get('SELECT 1 FROM link_client WHERE link = ? AND client = ? AND until > ?');
  const count = db.run('UPDATE link SET downloads = downloads + 1 WHERE id = ?');
  const openWindow = db.run(
    `INSERT INTO link_client (link, client, until) VALUES (?, ?, ?)
      ON CONFLICT (link, client) DO UPDATE SET until = excluded.until`,
  );
  const dropClients = db.run(
    `DELETE FROM link_client WHERE (link, client) IN
      (SELECT link, client FROM link_client WHERE until <= ? LIMIT ?)`,
  );
  return {
    createLink: ({ file_id, tokenHash, disposition, max_downloads, expires_at }, now) =>
      db.write(() => {
        const file = numberOf('file', file_id) ?? 0;
        if (places.live(findFile(file)) === undefined) return 'unknown';
        if (countLinks(file)!.links >= maxLinks && dropDead(file, now) === 0) return 'full';
        return insert(file, tokenHash, disposition, max_downloads, now, expires_at)!;
      }),
    findLink: async (id) => find(linkNumber(id)),
    async findLinkByToken(tokenHash, client, now): Promise<FoundLink | undefined> {
      const link = findByToken(tokenHash);
      if (link === undefined) return undefined;
      return { ...link, continues: hasWindow(linkNumber(link.id), client, now) !== undefined };
    },
    links: async (fileId, after, limit) =>
      list(numberOf('file', fileId) ?? 0, linkNumber(after), limit),
    revokeLink: (id, now) => db.write(() => revoke(linkNumber(id), now) === 1),
    countDownload: (id, client, isRange, now) =>
      db.write(() => {
        const number = linkNumber(id);
        const link = find(number);
        if (link === undefined) return 'unknown';
        if (link.revoked_at !== null) return 'revoked';
        if (link.expires_at <= now) return 'expired';
        if (isRange && hasWindow(number, client, now)) return 'continued';
        if (link.max_downloads !== null && link.downloads >= link.max_downloads) return 'used up';
        count(number);
        openWindow(number, client, now + downloadWindowMs);
        return 'counted';
      }),
    dropClients: (now, limit) => db.write(() => dropClients(now, limit)),
  };
}
