/** With whom files and folders are shared. */
import { sql } from '#kit/stores/sql.ts';
import { maxShares, numberOf, typeOf, type FileStore } from '../file-store.ts';
import { isLive } from './places.ts';
import type { Database } from './rows.ts';

type Shares = Pick<FileStore, 'share' | 'unshare'>;

export function postgresShares({ db, deployment }: Database): Shares {
  const tableOf = (id: string) => sql.raw(`file_store.${typeOf(id)}`);
  const isIt = (id: string) => sql`id = ${numberOf(typeOf(id), id) ?? 0}
    AND deployment = ${deployment} AND ${isLive(sql`parent`)}`;
  return {
    async share(id, userId, permission) {
      const count = await db.execute(sql`
        UPDATE ${tableOf(id)}
        SET shared_with = shared_with || jsonb_build_object(${userId}::text, ${permission}::text)
        WHERE ${isIt(id)} AND (shared_with ? ${userId}
          OR (SELECT count(*) FROM jsonb_object_keys(shared_with)) < ${maxShares})`);
      if (count === 1) return 'shared';
      const rows = await db.query(sql`SELECT 1 FROM ${tableOf(id)} WHERE ${isIt(id)}`);
      return rows.length === 0 ? 'unknown' : 'full';
    },
    async unshare(id, userId) {
      const count = await db.execute(sql`
        UPDATE ${tableOf(id)} SET shared_with = shared_with - ${userId}::text WHERE ${isIt(id)}`);
      return count === 1;
    },
  };
}
