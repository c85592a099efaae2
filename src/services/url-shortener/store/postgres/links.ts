import { batch } from '#kit/stores/batch.ts';
import type { Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import type { NewLink } from '../../link.ts';
import type { LinkPage, LinkStore } from '../links.ts';
import { changeSteps } from './changes.ts';
import { clickStep } from './click.ts';
import { toLink, type Row } from '../row.ts';

export function postgresLinks(db: Postgres): LinkStore {
  return {
    ...lifecycleOf(db),
    // The inserts of one turn of the event loop travel as one statement.
    insertIfAbsent: batch((links: readonly NewLink[]) => insertAll(db, links)),
    async find(code) {
      const [row] = await db.query(sql<Row>`SELECT * FROM url_shortener.link WHERE code = ${code}`);
      return row && toLink(row);
    },
    click: clickStep(db),
    ...changeSteps(db),
    list: (page) => list(db, page),
  };
}

/** Returns for each whether it was inserted. If two of a batch have one code, the first gets it. */
async function insertAll(db: Postgres, links: readonly NewLink[]): Promise<boolean[]> {
  const first = new Map(links.toReversed().map((link) => [link.code, link]));
  // In one order on all replicas, so that no two statements wait for each other's codes.
  const sorted = [...first.keys()].toSorted().map((code) => first.get(code)!);
  const column = <T>(pick: (link: NewLink) => T) => sorted.map(pick);
  const rows = await db.query(sql<{ code: string }>`
    WITH inserted AS (
      INSERT INTO url_shortener.link
        (code, url, created_at, not_before, expires_at, max_clicks, tags, details)
      SELECT code, url, created_at, not_before, expires_at, max_clicks, tags::jsonb, details::jsonb
      FROM unnest(
        ${column(({ code }) => code)}::text[], ${column(({ url }) => url)}::text[],
        ${column(({ createdAt }) => createdAt)}::bigint[],
        ${column(({ notBefore }) => notBefore)}::bigint[],
        ${column(({ expiresAt }) => expiresAt)}::bigint[],
        ${column(({ maxClicks }) => maxClicks)}::bigint[],
        ${column(({ tags }) => JSON.stringify(tags))}::text[],
        ${column(({ details }) => JSON.stringify(details))}::text[]
      ) AS given (code, url, created_at, not_before, expires_at, max_clicks, tags, details)
      ON CONFLICT DO NOTHING RETURNING id, code, created_at, tags
    ), tagged AS (
      INSERT INTO url_shortener.link_tag
      SELECT jsonb_array_elements_text(tags), created_at, id FROM inserted
    )
    SELECT code FROM inserted`);
  const inserted = new Set(rows.map(({ code }) => code));
  return links.map((link) => first.get(link.code) === link && inserted.has(link.code));
}

async function list(db: Postgres, { tag, after, limit }: LinkPage) {
  const { createdAt, id } = after ?? { createdAt: Number.MAX_SAFE_INTEGER, id: 0 };
  const rows = await db.query(
    tag === undefined
      ? sql<Row>`
        SELECT * FROM url_shortener.link WHERE (created_at, id) < (${createdAt}, ${id})
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`
      : sql<Row>`
        SELECT link.* FROM url_shortener.link_tag
        JOIN url_shortener.link ON link.id = link_id
        WHERE tag = ${tag} AND (link_tag.created_at, link_id) < (${createdAt}, ${id})
        ORDER BY link_tag.created_at DESC, link_id DESC LIMIT ${limit}`,
  );
  return rows.map(toLink);
}
