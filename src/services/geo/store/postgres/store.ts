/** The shared store of hubs: PostgreSQL, boxes in GiST indexes. */
import { openPostgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { boxesAround, distanceKm, type Area, type Box } from '../../geometry.ts';
import type { Hub, HubRecord, HubStore } from '../store.ts';

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
      const { id, name, lat, lng, radiusKm, stock, riders, count } = hub;
      const [area, beyond = null] = boxesAround(hub).map(boxLiteral);
      return db.query(sql<Area>`
        WITH changed AS (
          INSERT INTO geo.hub AS h (deployment, hub_id, name, lat, lng, radius_km, stock, riders,
            count, area, beyond)
          VALUES (${deployment}, ${id}, ${name}, ${lat}, ${lng}, ${radiusKm}, ${stock},
            ${riders}, ${count}, ${area!}::text::box, ${beyond}::text::box)
          ON CONFLICT (deployment, hub_id) DO UPDATE SET name = excluded.name, lat = excluded.lat,
            lng = excluded.lng, radius_km = excluded.radius_km, stock = excluded.stock,
            riders = excluded.riders, count = excluded.count, area = excluded.area,
            beyond = excluded.beyond, was_lat = h.lat, was_lng = h.lng, was_radius_km = h.radius_km
          RETURNING lat, lng, radius_km, was_lat, was_lng, was_radius_km
        )
        INSERT INTO geo.pending_invalidation (deployment, lat, lng, radius_km, at)
        SELECT ${deployment}, was_lat, was_lng, was_radius_km, ${now}::bigint FROM changed
        WHERE was_lat IS NOT NULL
        UNION ALL
        SELECT ${deployment}, lat, lng, radius_km, ${now}::bigint FROM changed
        RETURNING lat, lng, radius_km AS "radiusKm"`);
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
      const [hub] = await db.query(sql<HubRecord>`
        SELECT ${recordColumns} FROM geo.hub
        WHERE deployment = ${deployment} AND hub_id = ${hubId}`);
      return hub;
    },

    list() {
      return db.query(sql<HubRecord>`
        SELECT ${recordColumns} FROM geo.hub
        WHERE deployment = ${deployment} ORDER BY hub_id`);
    },

    async hubsReaching(point, marginKm) {
      const boxes = boxesAround({ ...point, radiusKm: marginKm });
      const hubs = await db.query(hubsTouching(deployment, boxes));
      return hubs.filter((hub) => distanceKm(point, hub) <= hub.radiusKm + marginKm);
    },

    async pendingInvalidations(recordedBefore) {
      const rows = await db.query(sql<Area & { id: number }>`
        SELECT id, lat, lng, radius_km AS "radiusKm" FROM geo.pending_invalidation
        WHERE deployment = ${deployment} AND at <= ${recordedBefore} ORDER BY id`);
      return rows.map(({ id, ...area }) => ({ id, area }));
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
  return sql<Hub>`
    WITH touching AS MATERIALIZED (
      SELECT * FROM geo.hub
      WHERE ${touches(box!)} ${other === undefined ? sql`` : sql`OR ${touches(other)}`}
    )
    SELECT ${hubColumns} FROM touching WHERE deployment = ${deployment}`;
}

const hubColumns = sql`hub_id AS id, name, lat, lng, radius_km AS "radiusKm", stock, riders`;
const recordColumns = sql`${hubColumns}, count`;

/** PostgreSQL's `box`, longitude first. */
const boxLiteral = ({ minLat, maxLat, minLng, maxLng }: Box) =>
  `(${maxLng},${maxLat}),(${minLng},${minLat})`;
