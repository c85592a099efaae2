/** The embedded store of hubs: SQLite with an R*Tree. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { TimeSlice } from '#kit/time-slice.ts';
import { boxesAround, distanceKm, type Area, type Box } from '../../geometry.ts';
import type { Hub, HubRecord, HubStore } from '../store.ts';

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
}

/** Hubs that are read between two looks at the clock. */
const listedAtOnce = 100;

const hubColumns = 'hub_id AS id, name, lat, lng, radius_km AS radiusKm, stock, riders';
const recordColumns = `${hubColumns}, count`;

export function sqliteStore(db: Sqlite): HubStore {
  const changes = prepareChanges(db);
  const find = db.get<HubRecord>(`SELECT ${recordColumns} FROM hub WHERE hub_id = ?`);
  const listAfter = db.all<HubRecord>(
    `SELECT ${recordColumns} FROM hub WHERE hub_id > ? ORDER BY hub_id LIMIT ${listedAtOnce}`,
  );
  const touching = db.all<Hub>(`SELECT ${hubColumns} FROM hub WHERE id IN
    (SELECT hub FROM hub_box
     WHERE max_lat >= ? AND min_lat <= ? AND max_lng >= ? AND min_lng <= ?)`);
  const selectInvalidations = db.all<
    Area & { id: number }
  >(`SELECT id, lat, lng, radius_km AS radiusKm
    FROM pending_invalidation WHERE at <= ? ORDER BY id`);
  const removeInvalidation = db.run('DELETE FROM pending_invalidation WHERE id = ?');

  return {
    ...lifecycleOf(db),
    ...changes,
    find: async (hubId) => find(hubId),
    async list() {
      const hubs: HubRecord[] = [];
      const slice = new TimeSlice();
      for (let last = ''; ;) {
        if (slice.isOver) await slice.next();
        const rows = listAfter(last);
        // Rows are dictionaries; plain objects are several times faster to read.
        for (const row of rows) hubs.push({ ...row });
        if (rows.length < listedAtOnce) return hubs;
        last = rows.at(-1)!.id;
      }
    },
    async hubsReaching(point, marginKm) {
      const found = new Map<string, Hub>();
      for (const box of boxesAround({ ...point, radiusKm: marginKm })) {
        for (const row of touching(...corners(box))) {
          // Rows are dictionaries; plain objects are several times faster to read.
          if (distanceKm(point, row) <= row.radiusKm + marginKm) found.set(row.id, { ...row });
        }
      }
      return [...found.values()];
    },
    pendingInvalidations: async (recordedBefore) =>
      selectInvalidations(recordedBefore).map(({ id, lat, lng, radiusKm }) => ({
        id,
        area: { lat, lng, radiusKm },
      })),
    removeInvalidations: (ids) => db.write(() => ids.forEach((id) => removeInvalidation(id))),
  };
}

const corners = ({ minLat, maxLat, minLng, maxLng }: Box) =>
  [minLat, maxLat, minLng, maxLng] as const;

function prepareChanges(db: Sqlite): Pick<HubStore, 'save' | 'remove'> {
  const findFormer = db.get<Area & { row: number }>(
    'SELECT id AS row, lat, lng, radius_km AS radiusKm FROM hub WHERE hub_id = ?',
  );
  const upsert = db.get<{ row: number }>(`
    INSERT INTO hub (hub_id, name, lat, lng, radius_km, stock, riders, count)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (hub_id) DO UPDATE SET name = excluded.name, lat = excluded.lat,
      lng = excluded.lng, radius_km = excluded.radius_km, stock = excluded.stock,
      riders = excluded.riders, count = excluded.count
    RETURNING id AS row`);
  const removeHub = db.run('DELETE FROM hub WHERE id = ?');
  const insertBox = db.run(`INSERT INTO hub_box (min_lat, max_lat, min_lng, max_lng, hub)
    VALUES (?, ?, ?, ?, ?)`);
  // The R*Tree finds rows by coordinates only: look where the hub was.
  const removeBoxes = db.run(`DELETE FROM hub_box WHERE hub = ?
    AND max_lat >= ? AND min_lat <= ? AND max_lng >= ? AND min_lng <= ?`);
  const insertInvalidation = db.run(
    'INSERT INTO pending_invalidation (lat, lng, radius_km, at) VALUES (?, ?, ?, ?)',
  );
  const removeFormerBoxes = (row: number, area: Area) => {
    for (const box of boxesAround(area)) removeBoxes(row, ...corners(box));
  };
  const recordInvalidations = (areas: Area[], now: number) => {
    for (const { lat, lng, radiusKm } of areas) insertInvalidation(lat, lng, radiusKm, now);
    return areas.map(({ lat, lng, radiusKm }) => ({ lat, lng, radiusKm }));
  };

  return {
    save: (hub, now) =>
      db.write(() => {
        const { id, name, lat, lng, radiusKm, stock, riders, count } = hub;
        const before = findFormer(id);
        if (before) removeFormerBoxes(before.row, before);
        const { row } = upsert(id, name, lat, lng, radiusKm, stock, riders, count)!;
        for (const box of boxesAround(hub)) insertBox(...corners(box), row);
        return recordInvalidations(before ? [before, hub] : [hub], now);
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
