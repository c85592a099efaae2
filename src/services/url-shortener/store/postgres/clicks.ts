/** Recording clicks. A portion is one transaction, which holds its links locked. */
import type { Postgres, Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import {
  hostsADay,
  otherHosts,
  type ClickStore,
  type DayClicks,
  type DaySource,
  type LinkClicks,
  type Portion,
} from '../clicks.ts';

/** Rows that are removed in one step. */
const sweptAtOnce = 5_000;
/** After so long a process that has recorded nothing is gone, milliseconds. */
const writerLifetimeMs = 24 * 60 * 60 * 1_000;

export function postgresClicks(db: Postgres): ClickStore {
  return {
    record: (portion, now) => db.transaction((tx) => record(tx, portion, now)),
    days: (linkId, { from, to }) =>
      db.query(sql<DayClicks>`
        SELECT day, clicks, bots FROM url_shortener.click_day
        WHERE link_id = ${linkId} AND day BETWEEN ${from} AND ${to} ORDER BY day`),
    sources: (linkId, { from, to }, after, limit) => {
      const { day, kind, name } = after ?? { day: from, kind: '', name: '' };
      return db.query(sql<DaySource>`
        SELECT day, kind, name, clicks FROM url_shortener.click_source
        WHERE link_id = ${linkId} AND day <= ${to} AND (day, kind, name) > (${day}, ${kind}, ${name})
        ORDER BY day, kind, name LIMIT ${limit}`);
    },
    sweep: () => db.transaction(sweep),
  };
}

async function record(tx: Queries, { writer, number, clicks }: Portion, now: number) {
  const isNew = await tx.execute(sql`
    INSERT INTO url_shortener.click_writer AS w VALUES (${writer}, ${number}, ${now})
    ON CONFLICT (writer) DO UPDATE SET portion = excluded.portion, at = excluded.at
    WHERE w.portion < excluded.portion`);
  if (isNew === 0) return;
  await tx.execute(sql`
    DELETE FROM url_shortener.click_writer WHERE at < ${now - writerLifetimeMs}`);
  const present = await lockLinks(tx, clicks);
  const found = clicks.filter(({ linkId }) => present.has(linkId));
  if (found.length === 0) return;
  const sources = await withinBounds(tx, found);
  await addSources(tx, sources);
  await addDays(tx, found, sources);
}

/** Locks the links that are not removed. Others that record clicks on one wait until this commits. */
async function lockLinks(tx: Queries, clicks: readonly LinkClicks[]): Promise<Set<number>> {
  const ids = clicks.map(({ linkId }) => linkId);
  // In one order on all replicas, so that no two transactions wait for each other.
  const rows = await tx.query(sql<{ id: number }>`
    SELECT id FROM url_shortener.link WHERE id = ANY (${ids}::bigint[])
    ORDER BY id FOR NO KEY UPDATE`);
  return new Set(rows.map(({ id }) => id));
}

interface Source extends DaySource {
  readonly linkId: number;
  readonly isNewHost: boolean;
}

/** The sums to add: a day that has its maximum of hosts counts further ones as others. */
async function withinBounds(tx: Queries, clicks: readonly LinkClicks[]): Promise<Source[]> {
  const known = await knownHosts(tx, clicks);
  return clicks.flatMap(({ linkId, day, sources }) => {
    const { hosts, names } = known.get(keyOf(linkId, day)) ?? { hosts: 0, names: new Set() };
    let room = hostsADay - hosts;
    let others = 0;
    const added: Source[] = [];
    for (const { kind, name, clicks: n } of sources) {
      const isHost = kind === 'host' && name !== otherHosts;
      const isNewHost = isHost && !names.has(name);
      if (kind === 'host' && (!isHost || (isNewHost && room === 0))) others += n;
      else added.push({ linkId, day, kind, name, clicks: n, isNewHost });
      if (isNewHost && room > 0) room--;
    }
    if (others > 0) {
      const name = otherHosts;
      added.push({ linkId, day, kind: 'host', name, clicks: others, isNewHost: false });
    }
    return added;
  });
}

const keyOf = (linkId: number, day: number) => `${linkId} ${day}`;

/** How many hosts the days have, and which of those that come now. */
async function knownHosts(tx: Queries, clicks: readonly LinkClicks[]) {
  const names = [...new Set(clicks.flatMap(({ sources }) => sources.map(({ name }) => name)))];
  const rows = await tx.query(sql<{ linkId: number; day: number; hosts: number; names: string[] }>`
    SELECT link_id AS "linkId", day, hosts, array(
      SELECT name FROM url_shortener.click_source
      WHERE link_id = d.link_id AND day = d.day AND kind = 'host' AND name = ANY (${names}::text[])
    ) AS names
    FROM url_shortener.click_day AS d JOIN unnest(
      ${clicks.map(({ linkId }) => linkId)}::bigint[], ${clicks.map(({ day }) => day)}::int[]
    ) AS given (link_id, day) USING (link_id, day)`);
  return new Map(
    rows.map((row) => [
      keyOf(row.linkId, row.day),
      { hosts: row.hosts, names: new Set(row.names) },
    ]),
  );
}

async function addSources(tx: Queries, sources: readonly Source[]): Promise<void> {
  await tx.execute(sql`
    INSERT INTO url_shortener.click_source AS s
    SELECT * FROM unnest(
      ${sources.map(({ linkId }) => linkId)}::bigint[], ${sources.map(({ day }) => day)}::int[],
      ${sources.map(({ kind }) => kind)}::text[], ${sources.map(({ name }) => name)}::text[],
      ${sources.map(({ clicks }) => clicks)}::bigint[])
    ON CONFLICT (link_id, day, kind, name) DO UPDATE SET clicks = s.clicks + excluded.clicks`);
}

async function addDays(
  tx: Queries,
  clicks: readonly LinkClicks[],
  sources: readonly Source[],
): Promise<void> {
  const newHosts = Map.groupBy(
    sources.filter(({ isNewHost }) => isNewHost),
    ({ linkId, day }) => keyOf(linkId, day),
  );
  const hosts = clicks.map(({ linkId, day }) => newHosts.get(keyOf(linkId, day))?.length ?? 0);
  await tx.execute(sql`
    WITH given AS (
      SELECT * FROM unnest(
        ${clicks.map(({ linkId }) => linkId)}::bigint[], ${clicks.map(({ day }) => day)}::int[],
        ${clicks.map((one) => one.clicks)}::bigint[], ${clicks.map(({ bots }) => bots)}::bigint[],
        ${hosts}::int[], ${clicks.map(({ uncounted }) => uncounted)}::bigint[]
      ) AS g (link_id, day, clicks, bots, hosts, uncounted)
    ), days AS (
      INSERT INTO url_shortener.click_day AS d
      SELECT link_id, day, clicks, bots, hosts FROM given
      ON CONFLICT (link_id, day) DO UPDATE SET clicks = d.clicks + excluded.clicks,
        bots = d.bots + excluded.bots, hosts = d.hosts + excluded.hosts
    )
    UPDATE url_shortener.link SET clicks = link.clicks + total
    FROM (SELECT link_id, sum(uncounted) AS total FROM given GROUP BY link_id) AS sums
    WHERE link.id = link_id AND total > 0`);
}

async function sweep(tx: Queries): Promise<boolean> {
  const [removed] = await tx.query(sql<{ id: number }>`
    SELECT id FROM url_shortener.removed_link LIMIT 1 FOR UPDATE SKIP LOCKED`);
  if (removed === undefined) return false;
  const removeFrom = (table: string) =>
    tx.execute(sql`
      DELETE FROM ${sql.raw(`url_shortener.${table}`)} WHERE ctid IN (
        SELECT ctid FROM ${sql.raw(`url_shortener.${table}`)}
        WHERE link_id = ${removed.id} LIMIT ${sweptAtOnce})`);
  if ((await removeFrom('click_source')) === 0 && (await removeFrom('click_day')) === 0)
    await tx.execute(sql`DELETE FROM url_shortener.removed_link WHERE id = ${removed.id}`);
  return true;
}
