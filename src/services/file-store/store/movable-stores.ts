/** Where files and their contents are kept, to be exported and imported. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { Client } from 'pg';
import { StartupError } from '#kit/base/startup-error.ts';
import type { Common, Environment } from '#kit/host/env.ts';
import {
  RowError,
  type Entry,
  type Filling,
  type MovableStore,
} from '#kit/moving/movable-store.ts';
import { postgresMovable } from '#kit/moving/postgres.ts';
import type { PostgresTable } from '#kit/moving/postgres/plan.ts';
import { sqliteMovable, type Beside } from '#kit/moving/sqlite.ts';
import { readConfig, type Config, type S3Config } from '../config.ts';
import { diskContents, diskTemporaryFolder, openDiskContents } from '../contents/disk.ts';
import {
  bytesTable,
  contentsFilling,
  readContents,
  type MovedContent,
} from '../contents/moving.ts';
import { isContentKey } from '../contents/contents-store.ts';
import { prepareTemporaryFolder, temporaryFolderOf } from '../uploads/receive.ts';

const name = 'file-store';
const embedded = new URL('./sqlite/sql/', import.meta.url);

const of = (column: string, table: string) =>
  `${column} IN (SELECT id FROM file_store.${table} WHERE deployment = $1)`;

const tables: readonly PostgresTable[] = [
  { name: 'folder', numbered: 'id' },
  { name: 'file', numbered: 'id' },
  { name: 'trash', numbered: 'seq' },
  { name: 'version', ours: of('file', 'file') },
  { name: 'content', numbered: 'id' },
  { name: 'deletion' },
  { name: 'link', numbered: 'id' },
  { name: 'link_client', ours: of('link', 'link') },
  { name: 'upload' },
  { name: 'upload_piece', ours: of('upload', 'upload') },
];

export function movableStores(env: Environment, common: Common): MovableStore[] {
  return [{ ...placeOf(readConfig(env, common)), check }];
}

/** The bytes of a content lie under a path that is made of its row. */
function check({ table, row }: Entry): void {
  if (!['content', 'deletion', bytesTable].includes(table)) return;
  const { id, hash } = row;
  if (isContentKey({ id, hash })) return;
  throw new RowError(`a row of ${table} has no hash that is a SHA-256`);
}

function placeOf({ store, folder, deployment }: Config): MovableStore {
  if (store.kind === 'embedded') {
    const file = { file: store.file, migrations: embedded, tables, derive };
    return sqliteMovable(name, [file], { beside: onDisk(folder) });
  }
  const { postgres: url, s3 } = store;
  const migrations = new URL('./postgres/sql/', import.meta.url);
  const plan = { url, service: name, deployment, migrations, embedded, tables };
  return postgresMovable({ ...plan, beside: inS3(s3, deployment, folder) });
}

/** The indexes of what is shared with whom. */
function derive(db: DatabaseSync): void {
  for (const type of ['file', 'folder']) {
    db.exec(`INSERT INTO ${type}_share
      SELECT users.key, ${type}.parent, ${type}.name, ${type}.id FROM ${type}, json_each(shared_with) AS users`);
  }
}

function onDisk(folder: Config['folder']): Beside {
  return {
    tables: [bytesTable],
    read: (db) => readContents(diskContents(folder), contentsIn(db)),
    async expectEmpty() {
      if (!existsSync(folder)) return;
      for await (const { name: file } of diskContents(folder).list()) {
        throw new StartupError(
          `${folder} is not empty: there is ${file}; import before the first start, or set DATA_DIR to another folder`,
        );
      }
    },
    async begin() {
      const contents = await openDiskContents(folder);
      return contentsFilling(contents, diskTemporaryFolder(folder));
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  };
}

function* contentsIn(db: DatabaseSync): Generator<MovedContent> {
  const select = db.prepare('SELECT id, hash, size, refs FROM content ORDER BY id');
  for (const row of select.iterate()) yield row as unknown as MovedContent;
}

function inS3(s3: S3Config, deployment: string, folder: string) {
  const open = async () => {
    const { openS3Contents } = await import('../contents/s3/s3-contents-store.ts');
    return openS3Contents(s3, deployment);
  };
  return {
    tables: [bytesTable],
    async *read(client: Client) {
      const contents = await open();
      try {
        yield* readContents(contents, contentsOf(client, deployment));
      } finally {
        await contents.close();
      }
    },
    async begin(): Promise<Filling> {
      const temporary = { path: temporaryFolderOf(folder), isShared: true };
      await prepareTemporaryFolder(temporary);
      const contents = await open();
      return contentsFilling(contents, temporary);
    },
  };
}

const portion = 500;

async function* contentsOf(client: Client, deployment: string): AsyncGenerator<MovedContent> {
  for (let last = 0; ;) {
    const { rows } = await client.query<MovedContent>(
      `SELECT id, hash, size, refs FROM file_store.content
       WHERE deployment = $1 AND id > $2 ORDER BY id LIMIT ${portion}`,
      [deployment, last],
    );
    yield* rows;
    if (rows.length < portion) return;
    last = rows.at(-1)!.id;
  }
}
