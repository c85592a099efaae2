import type { Sqlite } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { readDetails } from '#kit/web/details.ts';
import { stateOf, type Link, type NewLink } from '../../link.ts';
import { changesKept, type LinkPage, type LinkStore } from '../links.ts';
import { toLink, type Row } from '../row.ts';

/** SQLite has neither booleans nor lists. */
interface SqliteRow extends Omit<Row, 'disabled' | 'tags' | 'details'> {
  readonly disabled: number;
  readonly tags: string;
  readonly details: string;
}

export function sqliteLinks(db: Sqlite): LinkStore {
  const insertRow = db.get<{ id: number }>(`
    INSERT INTO link (code, url, created_at, not_before, expires_at, max_clicks, tags, details)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`);
  const findRow = db.get<SqliteRow>('SELECT * FROM link WHERE code = ?');
  const addClick = db.run('UPDATE link SET clicks = clicks + 1 WHERE id = ?');
  const updateRow = db.run(`
    UPDATE link SET url = ?, not_before = ?, expires_at = ?, max_clicks = ?, disabled = ?, tags = ?,
      details = ?
    WHERE id = ?`);
  const removeRow = db.run('DELETE FROM link WHERE id = ?');
  const noteRemoval = db.run('INSERT INTO removed_link VALUES (?)');
  const addTag = db.run('INSERT INTO link_tag VALUES (?, ?, ?)');
  const removeTag = db.run('DELETE FROM link_tag WHERE tag = ? AND created_at = ? AND link_id = ?');
  const addChange = db.get<{ version: number }>(`
    INSERT INTO link_change SELECT coalesce(max(version), 0) + 1, ? FROM link_change
    RETURNING version`);
  const forgetChange = db.run('DELETE FROM link_change WHERE version <= ?');
  const latestChange = db.get<{ version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM link_change',
  );
  const changesAfter = db.all<{ code: string }>(
    'SELECT code FROM link_change WHERE version > ? ORDER BY version',
  );

  const find = (code: string) => {
    const row = findRow(code);
    return row && linkOf(row);
  };
  const addTags = (id: number, { tags, createdAt }: NewLink) => {
    for (const tag of tags) addTag(tag, createdAt, id);
  };
  const removeTags = ({ id, tags, createdAt }: Link) => {
    for (const tag of tags) removeTag(tag, createdAt, id);
  };
  const noteChange = (code: string) => {
    const { version } = addChange(code)!;
    forgetChange(version - changesKept);
  };

  return {
    ...lifecycleOf(db),
    insertIfAbsent: (link) =>
      db.write(() => {
        const { code, url, createdAt, notBefore, expiresAt, maxClicks, tags } = link;
        const texts = [JSON.stringify(tags), JSON.stringify(link.details)] as const;
        const row = insertRow(code, url, createdAt, notBefore, expiresAt, maxClicks, ...texts);
        if (row) addTags(row.id, link);
        return row !== undefined;
      }),
    find: async (code) => find(code),
    async click(code, now) {
      const isOpen = (link: Link | undefined): link is Link =>
        link !== undefined && stateOf(link, now) === 'open';
      const present = find(code);
      if (!isOpen(present)) return present;
      return db.write(() => {
        const link = find(code);
        if (isOpen(link)) addClick(link.id);
        return link;
      });
    },
    update: (code, edit) =>
      db.write(() => {
        const link = find(code);
        if (link === undefined) return undefined;
        const edited = edit(link);
        const { url, notBefore, expiresAt, maxClicks, isDisabled, tags } = edited;
        const texts = [JSON.stringify(tags), JSON.stringify(edited.details)] as const;
        updateRow(url, notBefore, expiresAt, maxClicks, Number(isDisabled), ...texts, link.id);
        removeTags(link);
        addTags(link.id, edited);
        noteChange(code);
        return edited;
      }),
    remove: (code) =>
      db.write(() => {
        const link = find(code);
        if (link === undefined) return false;
        removeRow(link.id);
        removeTags(link);
        noteRemoval(link.id);
        noteChange(code);
        return true;
      }),
    list: listLinks(db),
    async changesSince(version) {
      const { version: latest } = latestChange()!;
      const codes = changesAfter(version ?? latest).map(({ code }) => code);
      const areAll = version === undefined || codes.length === latest - version;
      return { version: latest, codes: areAll ? codes : undefined };
    },
  };
}

function listLinks(db: Sqlite) {
  const newest = db.all<SqliteRow>(`
    SELECT * FROM link WHERE (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?`);
  const newestTagged = db.all<SqliteRow>(`
    SELECT link.* FROM link_tag JOIN link ON link.id = link_id
    WHERE tag = ? AND (link_tag.created_at, link_id) < (?, ?)
    ORDER BY link_tag.created_at DESC, link_id DESC LIMIT ?`);
  return async ({ tag, after, limit }: LinkPage) => {
    const { createdAt, id } = after ?? { createdAt: Number.MAX_SAFE_INTEGER, id: 0 };
    const rows =
      tag === undefined ? newest(createdAt, id, limit) : newestTagged(tag, createdAt, id, limit);
    return rows.map(linkOf);
  };
}

const linkOf = (row: SqliteRow): Link =>
  toLink({
    ...row,
    disabled: row.disabled === 1,
    tags: JSON.parse(row.tags) as string[],
    details: readDetails(row.details),
  });
