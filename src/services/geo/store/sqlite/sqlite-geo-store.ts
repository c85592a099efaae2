/** The embedded store of hubs: SQLite with an R*Tree. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { boxesAround, distanceKm, type Area, type Box } from '../../cells/geometry.ts';
import {
  hubOf,
  recordOf,
  type Hub,
  type HubRecord,
  type HubRow,
  type HubStore,
  type NewHub,
  type PendingInvalidation,
  type RecordRow,
} from '../geo-store.ts';

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
}

/** Hubs that are read between two looks at the clock. */
const listedAtOnce = 100;

const plainColumns =
  'id AS row, revision, hub_id AS id, name, lat, lng, radius_km AS radiusKm, stock, riders, paused, hours';
const hubColumns = `${plainColumns}, coverage`;
const recordColumns = `${hubColumns}, count`;
/** An area may have 2,000 points, and a list many areas. */
const listColumns = `${plainColumns}, count, NULL AS coverage`;

export function sqliteStore(db: Sqlite): HubStore {
  const changes = prepareChanges(db);
  const find = db.get<RecordRow>(`SELECT ${recordColumns} FROM hub WHERE hub_id = ?`);
  const listAfter = db.all<RecordRow>(
    `SELECT ${listColumns} FROM hub WHERE hub_id > ? ORDER BY hub_id LIMIT ${listedAtOnce}`,
  );
  // Rows are never used again: a hub that comes, goes or changes changes one of the three.
  const selectVersion = db.get<{ version: string }>(`SELECT
    count(*) || '.' || coalesce(max(id), 0) || '.' || coalesce(sum(revision), 0) AS version FROM hub`);
  const touching = db.all<HubRow>(`SELECT ${hubColumns} FROM hub WHERE id IN
    (SELECT hub FROM hub_box
     WHERE max_lat >= ? AND min_lat <= ? AND max_lng >= ? AND min_lng <= ?)`);
  const selectInvalidations = db.all<PendingRow>(`
    SELECT id, lat, lng, radius_km AS radiusKm, hub_id AS hubId
    FROM pending_invalidation WHERE at <= ? ORDER BY id`);
  const removeInvalidation = db.run('DELETE FROM pending_invalidation WHERE id = ?');

  return {
    ...lifecycleOf(db),
    ...changes,
    async find(hubId) {
      const row = find(hubId);
      return row && recordOf(row);
    },
    version: async () => selectVersion()!.version,
    async list() {
      const hubs: HubRecord[] = [];
      const slice = new TimeSlice();
      for (let last = ''; ;) {
        if (slice.isOver) await slice.next();
        const rows = listAfter(last);
        for (const row of rows) hubs.push(recordOf(row));
        if (rows.length < listedAtOnce) return hubs;
        last = rows.at(-1)!.id;
      }
    },
    async hubsReaching(point, marginKm) {
      const boxes = boxesAround({ ...point, radiusKm: marginKm });
      const rows = boxes.flatMap((box) => touching(...corners(box)));
      const near = rows.filter((row) => distanceKm(point, row) <= row.radiusKm + marginKm);
      const found = new Map<string, Hub>();
      const slice = new TimeSlice();
      for (const row of near) {
        // Areas of 2,000 points take a while to read.
        if (slice.isOver) await slice.next();
        found.set(row.id, hubOf(row));
      }
      return [...found.values()];
    },
    pendingInvalidations: async (recordedBefore) =>
      selectInvalidations(recordedBefore).map(pendingOf),
    removeInvalidations: (ids) => db.write(() => ids.forEach((id) => removeInvalidation(id))),
  };
}

const corners = ({ minLat, maxLat, minLng, maxLng }: Box) =>
  [minLat, maxLat, minLng, maxLng] as const;

type PendingRow = Area & { readonly id: number; readonly hubId: string | null };

const pendingOf = ({ id, lat, lng, radiusKm, hubId }: PendingRow): PendingInvalidation => ({
  id,
  area: { lat, lng, radiusKm },
  ...(hubId !== null && { hubId }),
});

function prepareChanges(db: Sqlite): Pick<HubStore, 'save' | 'patch' | 'remove'> {
  const findFormer = db.get<Area & { row: number }>(
    'SELECT id AS row, lat, lng, radius_km AS radiusKm FROM hub WHERE hub_id = ?',
  );
  const upsert = db.get<{ row: number }>(`
    INSERT INTO hub (revision, hub_id, name, lat, lng, radius_km, stock, riders, paused, coverage,
      hours, count)
    VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (hub_id) DO UPDATE SET revision = revision + 1, name = excluded.name,
      lat = excluded.lat, lng = excluded.lng, radius_km = excluded.radius_km,
      stock = excluded.stock, riders = excluded.riders, paused = excluded.paused,
      coverage = excluded.coverage, hours = excluded.hours, count = excluded.count
    RETURNING id AS row`);
  const update = db.get<RecordRow>(`
    UPDATE hub SET revision = revision + 1, name = coalesce(?, name), stock = coalesce(?, stock),
      riders = coalesce(?, riders), paused = coalesce(?, paused)
    WHERE hub_id = ? RETURNING ${listColumns}`);
  const removeHub = db.run('DELETE FROM hub WHERE id = ?');
  const insertBox = db.run(`INSERT INTO hub_box (min_lat, max_lat, min_lng, max_lng, hub)
    VALUES (?, ?, ?, ?, ?)`);
  // The R*Tree finds rows by coordinates only: look where the hub was.
  const removeBoxes = db.run(`DELETE FROM hub_box WHERE hub = ?
    AND max_lat >= ? AND min_lat <= ? AND max_lng >= ? AND min_lng <= ?`);
  const insertInvalidation = db.run(
    'INSERT INTO pending_invalidation (lat, lng, radius_km, hub_id, at) VALUES (?, ?, ?, ?, ?)',
  );
  const removeFormerBoxes = (row: number, area: Area) => {
    for (const box of boxesAround(area)) removeBoxes(row, ...corners(box));
  };
  const recordInvalidations = (areas: Area[], now: number) => {
    for (const { lat, lng, radiusKm } of areas) insertInvalidation(lat, lng, radiusKm, null, now);
    return areas.map(({ lat, lng, radiusKm }) => ({ lat, lng, radiusKm }));
  };

  return {
    save: (hub, now) =>
      db.write(() => {
        const before = findFormer(hub.id);
        if (before) removeFormerBoxes(before.row, before);
        const { row } = upsert(...valuesOf(hub))!;
        for (const box of boxesAround(hub)) insertBox(...corners(box), row);
        return recordInvalidations(before ? [before, hub] : [hub], now);
      }),
    patch: (hubId, { name, stock, riders, paused }, now) =>
      db.write(() => {
        const row = update(name ?? null, stock ?? null, riders ?? null, flagOf(paused), hubId);
        if (row === undefined) return undefined;
        insertInvalidation(row.lat, row.lng, row.radiusKm, hubId, now);
        return recordOf(row);
      }),
    remove: (hubId, now) =>
      db.write(() => {
        const before = findFormer(hubId);
        if (!before) return [];
        removeFormerBoxes(before.row, before);
        removeHub(before.row);
        return recordInvalidations([before], now);
      }),
  };
}

const flagOf = (paused: boolean | undefined) => (paused === undefined ? null : Number(paused));

/** In the order of `upsert`. */
function valuesOf(hub: NewHub) {
  const { id, name, lat, lng, radiusKm, stock, riders, coverage, hours, count } = hub;
  const area = coverage === undefined ? null : JSON.stringify(coverage);
  const more = [flagOf(hub.paused), area, hours ?? null, count] as const;
  return [id, name, lat, lng, radiusKm, stock, riders, ...more] as const;
}
