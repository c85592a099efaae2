/**
 * `npm run scrub`: verifies every content of the file store that the environment names, and prints
 * one line of JSON for each problem, then one with the sums. Ends with 1 when there are problems.
 */
import { readCommon, type Environment } from '#kit/host/env.ts';
import { StartupError } from '#kit/base/startup-error.ts';
import { traceOf } from '#kit/host/log.ts';
import { outliveReaders } from '#kit/host/lost-readers.ts';
import { readConfig, type Config } from '../config.ts';
import { diskContents } from '../contents/disk.ts';
import type { ContentStore } from '../contents/contents-store.ts';
import type { ScrubRecord } from './record.ts';
import { openSqliteScrubRecord } from './record.sqlite.ts';
import { scrub } from './scrub.ts';

async function main(env: Environment): Promise<void> {
  const { record, contents } = await open(readConfig(env, readCommon(env)));
  try {
    const report = await scrub(record, contents, print);
    print(report);
    if (report.problems > 0) process.exitCode = 1;
  } finally {
    await contents.close();
    await record.close();
  }
}

const print = (line: object) => console.log(JSON.stringify(line));

async function open({ store, folder, deployment }: Config): Promise<{
  readonly record: ScrubRecord;
  readonly contents: ContentStore;
}> {
  if (store.kind === 'embedded') {
    return { record: openSqliteScrubRecord(store.file), contents: diskContents(folder) };
  }
  const { openS3Contents } = await import('../contents/s3/s3-contents-store.ts');
  const { openPostgresScrubRecord } = await import('./record.postgres.ts');
  const contents = await openS3Contents(store.s3, deployment);
  try {
    return { record: await openPostgresScrubRecord(store.postgres, deployment), contents };
  } catch (error) {
    await contents.close();
    throw error;
  }
}

outliveReaders();
try {
  await main(process.env);
} catch (error) {
  console.error(error instanceof StartupError ? `scrub: ${error.message}` : traceOf(error));
  process.exitCode = 2;
}
