/** The shared record: any number of replicas on one PostgreSQL. */
import { openPostgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import type { ContentKey } from '../../contents/contents-store.ts';
import { refusingFullDisk } from '../full-disk.ts';
import type { FileStore } from '../file-store.ts';
import { postgresLinks } from './links.ts';
import { postgresMoves } from './moves.ts';
import { postgresPurge } from './purge.ts';
import type { Database } from './rows.ts';
import { postgresShares } from './shares.ts';
import { postgresTrash } from './trash.ts';
import { postgresTree } from './tree.ts';
import { postgresUploads } from './uploads.ts';
import { postgresUsage } from './usage.ts';
import { postgresVersions, postgresVersionUnits } from './versions.ts';

/**
 * @param deployment whose files these are: several may share one database
 * @throws StartupError when nothing answers at `url`
 */
export async function openPostgresStore(url: string, deployment: string): Promise<FileStore> {
  const db = await openPostgres(url, 'file-store', new URL('./sql/', import.meta.url));
  const database = { db, deployment };
  const versions = postgresVersionUnits(deployment);
  const methods = refusingFullDisk({
    ...postgresTree(database),
    ...postgresShares(database),
    ...postgresMoves(database),
    ...postgresTrash(database),
    ...postgresPurge(database),
    ...postgresVersions(database, versions),
    ...postgresPins(database),
    ...postgresLinks(database),
    ...postgresUploads(database, versions),
    ...postgresUsage(database),
  });
  return { ...lifecycleOf(db), ...methods };
}

function postgresPins({
  db,
  deployment,
}: Database): Pick<FileStore, 'pin' | 'claimDeletions' | 'finishDeletions'> {
  return {
    async pin(hash, size, until) {
      const [pin] = await db.query(sql<{ id: number; stored: boolean }>`
        INSERT INTO file_store.content AS known (deployment, hash, size, pins, pinned_until)
        VALUES (${deployment}, ${hash}, ${size}, 1, ${until})
        ON CONFLICT (deployment, hash) DO UPDATE SET pins = known.pins + 1,
          pinned_until = greatest(known.pinned_until, excluded.pinned_until)
        RETURNING id, stored`);
      return { hash, size, ...pin! };
    },

    claimDeletions: async (now, until, limit) =>
      db.query(sql<ContentKey>`
        WITH unneeded AS (
          SELECT id FROM file_store.content
          WHERE deployment = ${deployment} AND refs = 0 AND (pins = 0 OR pinned_until <= ${now})
          ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ), removed AS (
          DELETE FROM file_store.content WHERE id IN (SELECT id FROM unneeded) RETURNING id, hash
        ), added AS (
          INSERT INTO file_store.deletion SELECT id, ${deployment}, hash, ${until} FROM removed
          RETURNING id, hash
        ), lapsed AS (
          SELECT id FROM file_store.deletion
          WHERE deployment = ${deployment} AND claimed_until <= ${now}
          ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ), claimed AS (
          UPDATE file_store.deletion SET claimed_until = ${until}
          WHERE id IN (SELECT id FROM lapsed) RETURNING id, hash
        )
        SELECT id, hash FROM added
        UNION ALL SELECT id, hash FROM claimed`),

    async finishDeletions(ids) {
      await db.execute(sql`
        DELETE FROM file_store.deletion WHERE id = ANY(${ids}::bigint[])`);
    },
  };
}
