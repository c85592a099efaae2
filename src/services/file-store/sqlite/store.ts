/** The embedded record. */
import { readFileSync } from 'node:fs';
import { Sqlite, type SqliteOptions } from '#kit/sqlite.ts';
import { explainFull } from '../errors.ts';
import type { ContentKey } from '../contents/store.ts';
import type { FileStore } from '../store.ts';
import { sqliteTree } from './tree.ts';
import { sqliteVersions } from './versions.ts';

const schema = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8');

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  const db = new Sqlite({ ...options, migrations: [schema] });
  // No other process uses the file: these uploads died with a former one.
  db.run('UPDATE content SET pins = 0 WHERE refs = 0 AND pins > 0')();
  return db;
}

export function sqliteStore(db: Sqlite): FileStore {
  const ping = db.get('SELECT 1');
  const store = { ...sqliteTree(db), ...sqliteVersions(db), ...sqlitePins(db) };
  const explained = Object.entries(store).map(([name, method]) => [name, explaining(method)]);
  return {
    ...(Object.fromEntries(explained) as typeof store),
    ready: async () => void ping(),
    close: () => db.close(),
  };
}

type Method = (...args: never[]) => Promise<unknown>;

/** A full disk is a refusal, whatever was to be written. */
function explaining(method: Method): Method {
  return async (...args) => {
    try {
      return await method(...args);
    } catch (error) {
      throw explainFull(error);
    }
  };
}

function sqlitePins(db: Sqlite): Pick<FileStore, 'pin' | 'condemn' | 'forget'> {
  const pin = db.get<{ id: number; stored: number }>(
    `INSERT INTO content (hash, size, pins, pinned_until) VALUES (?, ?, 1, ?)
      ON CONFLICT (hash) DO UPDATE SET pins = pins + 1,
        pinned_until = max(pinned_until, excluded.pinned_until)
      RETURNING id, stored`,
  );
  const claimAgain = db.all<ContentKey>(
    `UPDATE condemned SET claimed_until = ?2 WHERE id IN
        (SELECT id FROM condemned WHERE claimed_until <= ?1 LIMIT ?3)
      RETURNING id, hash`,
  );
  const removeIdle = db.all<ContentKey>(
    `DELETE FROM content WHERE id IN (SELECT id FROM content
        WHERE refs = 0 AND (pins = 0 OR pinned_until <= ?) LIMIT ?)
      RETURNING id, hash`,
  );
  const insert = db.run('INSERT INTO condemned (id, hash, claimed_until) VALUES (?, ?, ?)');
  const forget = db.run('DELETE FROM condemned WHERE id = ?');
  return {
    pin: (hash, size, until) =>
      db.write(() => {
        const { id, stored } = pin(hash, size, until)!;
        return { id, hash, size, stored: stored === 1 };
      }),
    condemn: (now, until, limit) =>
      db.write(() => {
        const again = claimAgain(now, until, limit);
        const idle = removeIdle(now, limit);
        for (const { id, hash } of idle) insert(id, hash, until);
        return [...again, ...idle];
      }),
    forget: (ids) => db.write(() => ids.forEach((id) => forget(id))),
  };
}
