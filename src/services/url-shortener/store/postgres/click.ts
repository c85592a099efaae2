/** Counting redirects of links with a limit: one statement for all that wait. */
import { batch } from '#kit/stores/batch.ts';
import type { Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { stateOf, type Link } from '../../link.ts';
import type { LinkStore } from '../links.ts';
import { toLink, type Row } from '../row.ts';

/** How long a redirect waits for the batch before it, milliseconds. */
const timeoutMs = 50;
/** Redirects in one statement. */
const maxSize = 500;

interface Click {
  readonly code: string;
  readonly now: number;
}

export function clickStep(db: Postgres): LinkStore['click'] {
  // Statements sent at once would only wait for the row of a popular link behind each other.
  const click = batch((clicks: readonly Click[]) => clickAll(db, clicks), { timeoutMs, maxSize });
  return (code, now) => click({ code, now });
}

async function clickAll(db: Postgres, clicks: readonly Click[]): Promise<(Link | undefined)[]> {
  const codes = clicks.map(({ code }) => code);
  const instants = clicks.map(({ now }) => now);
  // Locked in one order on all replicas. `before` has what the last one that held the lock left.
  const rows = await db.query(sql<Row>`
    WITH before AS MATERIALIZED (
      SELECT * FROM url_shortener.link WHERE code = ANY (${codes}::text[])
      ORDER BY id FOR NO KEY UPDATE
    ), asked AS (
      SELECT id, count(*) AS n
      FROM before JOIN unnest(${codes}::text[], ${instants}::bigint[]) AS a (code, now) USING (code)
      WHERE NOT disabled AND now >= coalesce(not_before, now)
        AND (expires_at IS NULL OR now < expires_at)
      GROUP BY id
    ), counted AS (
      UPDATE url_shortener.link SET clicks = before.clicks
        + least(n, greatest(0, coalesce(before.max_clicks - before.clicks, n)))
      FROM asked JOIN before USING (id) WHERE link.id = before.id
    )
    SELECT * FROM before`);
  return share(clicks, new Map(rows.map((row) => [row.code, toLink(row)])));
}

/** The link as each click found it: one after another, as the statement has counted them. */
function share(clicks: readonly Click[], links: Map<string, Link>): (Link | undefined)[] {
  return clicks.map(({ code, now }) => {
    const link = links.get(code);
    if (link && stateOf(link, now) === 'open')
      links.set(code, { ...link, clicks: link.clicks + 1 });
    return link;
  });
}
