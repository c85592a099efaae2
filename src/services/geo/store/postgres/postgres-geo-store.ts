/** The shared store of hubs: PostgreSQL, boxes in GiST indexes. */
import { openPostgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { boxesAround, distanceKm, type Area, type Box } from '../../cells/geometry.ts';
import {
  hubOf,
  recordOf,
  type Hub,
  type HubRow,
  type HubStore,
  type NewHub,
  type RecordRow,
} from '../geo-store.ts';

/**
 * @param deployment which hubs: several deployments may share a database
 * @throws StartupError when nothing answers at `url`
 */
export async function openPostgresStore(url: string, deployment: string): Promise<HubStore> {
  const db = await openPostgres(url, 'geo', new URL('./sql/', import.meta.url));
  return {
    ...lifecycleOf(db),

    /**
     * One statement. ON CONFLICT sees the row that it replaces, locked and in its latest version, so
     * the former area is right however many changes of one hub run at once.
     */
    save(hub, now) {
      return db.query(sql<Area>`
        WITH changed AS (
          INSERT INTO geo.hub AS h (deployment, revision, hub_id, name, lat, lng, radius_km, stock,
            riders, paused, coverage, hours, count, area, beyond)
          VALUES (${deployment}, 1, ${valuesOf(hub)})
          ON CONFLICT (deployment, hub_id) DO UPDATE SET revision = h.revision + 1,
            name = excluded.name, lat = excluded.lat, lng = excluded.lng,
            radius_km = excluded.radius_km, stock = excluded.stock, riders = excluded.riders,
            paused = excluded.paused, coverage = excluded.coverage, hours = excluded.hours,
            count = excluded.count, area = excluded.area, beyond = excluded.beyond,
            was_lat = h.lat, was_lng = h.lng, was_radius_km = h.radius_km
          RETURNING lat, lng, radius_km, was_lat, was_lng, was_radius_km
        )
        INSERT INTO geo.pending_invalidation (deployment, lat, lng, radius_km, at)
        SELECT ${deployment}, was_lat, was_lng, was_radius_km, ${now}::bigint FROM changed
        WHERE was_lat IS NOT NULL
        UNION ALL
        SELECT ${deployment}, lat, lng, radius_km, ${now}::bigint FROM changed
        RETURNING lat, lng, radius_km AS "radiusKm"`);
    },

    async patch(hubId, { name, stock, riders, paused }, now) {
      const [row] = await db.query(sql<RecordRow>`
        WITH changed AS (
          UPDATE geo.hub SET revision = revision + 1, name = coalesce(${name ?? null}, name),
            stock = coalesce(${stock ?? null}, stock), riders = coalesce(${riders ?? null}, riders),
            paused = coalesce(${paused ?? null}, paused)
          WHERE deployment = ${deployment} AND hub_id = ${hubId}
          RETURNING *
        ), noted AS (
          INSERT INTO geo.pending_invalidation (deployment, lat, lng, radius_km, hub_id, at)
          SELECT ${deployment}, lat, lng, radius_km, hub_id, ${now}::bigint FROM changed
        )
        SELECT ${listColumns} FROM changed`);
      return row && recordOf(row);
    },

    remove(hubId, now) {
      return db.query(sql<Area>`
        WITH gone AS (
          DELETE FROM geo.hub WHERE deployment = ${deployment} AND hub_id = ${hubId}
          RETURNING lat, lng, radius_km
        )
        INSERT INTO geo.pending_invalidation (deployment, lat, lng, radius_km, at)
        SELECT ${deployment}, lat, lng, radius_km, ${now}::bigint FROM gone
        RETURNING lat, lng, radius_km AS "radiusKm"`);
    },

    async find(hubId) {
      const [row] = await db.query(sql<RecordRow>`
        SELECT ${recordColumns} FROM geo.hub
        WHERE deployment = ${deployment} AND hub_id = ${hubId}`);
      return row && recordOf(row);
    },

    async list() {
      const rows = await db.query(sql<RecordRow>`
        SELECT ${listColumns} FROM geo.hub
        WHERE deployment = ${deployment} ORDER BY hub_id`);
      return rows.map(recordOf);
    },

    async version() {
      const [row] = await db.query(sql<{ version: string }>`
        SELECT count(*) || '.' || coalesce(sum(hashint8extended(row_id, revision)), 0) AS version
        FROM geo.hub WHERE deployment = ${deployment}`);
      return row!.version;
    },

    async hubsReaching(point, marginKm) {
      const boxes = boxesAround({ ...point, radiusKm: marginKm });
      const rows = await db.query(hubsTouching(deployment, boxes));
      const hubs: Hub[] = [];
      const slice = new TimeSlice();
      for (const row of rows) {
        if (distanceKm(point, row) > row.radiusKm + marginKm) continue;
        // Areas of 2,000 points take a while to read.
        if (slice.isOver) await slice.next();
        hubs.push(hubOf(row));
      }
      return hubs;
    },

    async pendingInvalidations(recordedBefore) {
      const rows = await db.query(sql<Area & { id: number; hubId: string | null }>`
        SELECT id, lat, lng, radius_km AS "radiusKm", hub_id AS "hubId" FROM geo.pending_invalidation
        WHERE deployment = ${deployment} AND at <= ${recordedBefore} ORDER BY id`);
      return rows.map(({ id, hubId, ...area }) => ({ id, area, ...(hubId !== null && { hubId }) }));
    },

    /** Replicas remove the same rows at once: each skips those that another one is deleting. */
    async removeInvalidations(ids) {
      await db.execute(sql`
        DELETE FROM geo.pending_invalidation WHERE id IN (
          SELECT id FROM geo.pending_invalidation WHERE id = ANY(${ids}::bigint[])
          FOR UPDATE SKIP LOCKED)`);
    },
  };
}

/**
 * The hubs of a deployment whose boxes touch one of these: one, or two across the antimeridian.
 *
 * Materialized, since before the table has statistics the planner would otherwise read the whole
 * deployment from the primary key and intersect.
 */
export function hubsTouching(deployment: string, boxes: Box[]) {
  const touches = (box: string) => sql`area && ${box}::text::box OR beyond && ${box}::text::box`;
  const [box, other] = boxes.map(boxLiteral);
  return sql<HubRow>`
    WITH touching AS MATERIALIZED (
      SELECT * FROM geo.hub
      WHERE ${touches(box!)} ${other === undefined ? sql`` : sql`OR ${touches(other)}`}
    )
    SELECT ${hubColumns} FROM touching WHERE deployment = ${deployment}`;
}

const plainColumns = sql`row_id AS row, revision, hub_id AS id, name, lat, lng,
  radius_km AS "radiusKm", stock, riders, paused, hours`;
const hubColumns = sql`${plainColumns}, coverage`;
const recordColumns = sql`${hubColumns}, count`;
/** An area may have 2,000 points, and a list many areas. */
const listColumns = sql`${plainColumns}, count, NULL AS coverage`;

/** In the order of `save`. */
function valuesOf(hub: NewHub) {
  const { id, name, lat, lng, radiusKm, stock, riders, paused, coverage, hours, count } = hub;
  const [area, beyond = null] = boxesAround(hub).map(boxLiteral);
  return sql`${id}, ${name}, ${lat}, ${lng}, ${radiusKm}, ${stock}, ${riders}, ${paused ?? null},
    ${coverage === undefined ? null : JSON.stringify(coverage)}, ${hours ?? null}, ${count},
    ${area!}::text::box, ${beyond}::text::box`;
}

/** PostgreSQL's `box`, longitude first. */
export const boxLiteral = ({ minLat, maxLat, minLng, maxLng }: Box) =>
  `(${maxLng},${maxLat}),(${minLng},${minLat})`;
