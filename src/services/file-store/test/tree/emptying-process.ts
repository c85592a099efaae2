/** Forgets what is due in the trash in small steps, with a line for each: see crash.test.ts. */
import { join } from 'node:path';
import { openPostgresStore } from '../../store/postgres/postgres-file-store.ts';
import { openDatabase, sqliteStore } from '../../store/sqlite/sqlite-file-store.ts';

const { DATABASE_URL: url, FILE_STORE_PREFIX: prefix = '', DATA_DIR = '' } = process.env;
const files =
  url === undefined
    ? sqliteStore(openDatabase({ file: join(DATA_DIR, 'file-store.db') }))
    : await openPostgresStore(url, prefix);
while (await files.purge(Date.now(), 2)) console.log('a step');
await files.close();
