/** Starts and kills processes, and examines their stores directly when they are gone. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Environment } from '#kit/host/env.ts';
import { missing, servers, temporaryFolder } from '#kit/testing/testing.ts';
import { diskContents } from '../contents/disk.ts';
import { openS3Contents } from '../contents/s3/s3-contents-store.ts';
import type { ContentStore } from '../contents/contents-store.ts';
import { reclaim } from '../reclaim.ts';
import type { ScrubRecord } from '../scrub/record.ts';
import { openPostgresScrubRecord } from '../scrub/record.postgres.ts';
import { openSqliteScrubRecord } from '../scrub/record.sqlite.ts';
import { scrub, type Finding, type Report } from '../scrub/scrub.ts';
import { openPostgresStore } from '../store/postgres/postgres-file-store.ts';
import { openDatabase, sqliteStore } from '../store/sqlite/sqlite-file-store.ts';
import type { FileStore } from '../store/file-store.ts';
import { emptyTrash } from '../trash.ts';
import { pinLifetimeMs } from '../uploads/commit.ts';
import { sharedEnv } from './fixtures.ts';
import { startS3 } from './s3.ts';

export interface Stores {
  readonly files: FileStore;
  readonly contents: ContentStore;
  readonly record: ScrubRecord;
}

export interface Deployment {
  readonly name: string;
  readonly skip: string | false;
  /** The environment of a new one. */
  env(): Environment;
  open(env: Environment): Promise<Stores>;
}

const skip = missing('postgres');
const s3 = skip ? undefined : await startS3();

export const deployments: readonly Deployment[] = [
  {
    name: 'disk and SQLite',
    skip: false,
    env: () => ({ DATA_DIR: temporaryFolder() }),
    async open({ DATA_DIR = '' }) {
      const file = join(DATA_DIR, 'file-store.db');
      const files = sqliteStore(openDatabase({ file }));
      const contents = diskContents(join(DATA_DIR, 'files'));
      return { files, contents, record: openSqliteScrubRecord(file) };
    },
  },
  {
    name: 'S3 and PostgreSQL',
    skip,
    env: () => ({ DATA_DIR: temporaryFolder(), ...sharedEnv(s3!.env) }),
    async open({ FILE_STORE_PREFIX: prefix = '' }) {
      const config = { bucket: 'files', endpoint: s3!.endpoint, region: 'us-east-1' };
      return {
        files: await openPostgresStore(servers.postgres, prefix),
        contents: await openS3Contents(config, prefix),
        record: await openPostgresScrubRecord(servers.postgres, prefix),
      };
    },
  },
];

/**
 * Finishes what was begun, as any process does with time, lets the scrub look, and closes the stores.
 *
 * @param now the assumed instant: late enough that all pins have expired
 */
export async function assertClean(
  { files, contents, record }: Stores,
  now = Date.now() + 2 * pinLifetimeMs,
): Promise<Report> {
  await emptyTrash(files, now);
  await reclaim({ files, contents }, now);
  const found: Finding[] = [];
  const report = await scrub(record, contents, (finding) => found.push(finding));
  assert.deepEqual(found, []);
  await Promise.all([files.close(), contents.close(), record.close()]);
  return report;
}
