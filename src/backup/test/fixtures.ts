/** What the tests of backups share. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { runToEnd, spawnMain, startProcess } from '#kit/testing/process.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { diskContents } from '../../services/file-store/contents/disk.ts';
import { openSqliteScrubRecord } from '../../services/file-store/scrub/record.sqlite.ts';
import { scrub, type Finding } from '../../services/file-store/scrub/scrub.ts';
import { parseManifest, type Manifest } from '../manifest.ts';

/** `hawker <name> <place>`, to its end. */
export const command = (name: string, place: string, env: Environment) =>
  runToEnd([name, place], env);

/** The same, to be killed. */
export function startCommand(name: string, place: string, env: Environment) {
  const { child } = spawnMain([name, place], env);
  return { child, ended: once(child, 'close') };
}

/** Stores that a stopped process has left. */
export async function installation(t: TestContext): Promise<Environment> {
  const env = { DATA_DIR: temporaryFolder() };
  const { addresses, end } = await startProcess(t, ['key-value', 'file-store'], env);
  const kept = await fetch(`${addresses['key-value']}/greeting`, { method: 'PUT', body: 'hello' });
  assert.equal(kept.status, 200);
  const path = '/files?name=a&owner_id=ann';
  const file = await fetch(`${addresses['file-store']}${path}`, { method: 'POST', body: 'hello' });
  assert.equal(file.status, 201);
  assert.equal(await end('SIGTERM'), 0);
  return env;
}

/** The file of the content in that installation. */
export function onlyContent({ DATA_DIR }: Environment): string {
  const entries = readdirSync(join(DATA_DIR!, 'files'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  assert.equal(files.length, 1);
  return join(files[0]!.parentPath, files[0]!.name);
}

export const manifestOf = (place: string): Manifest =>
  parseManifest(readFileSync(join(place, 'manifest.json'), 'utf8'));

/** A manifest with one file of this path. */
export const manifestText = (path: string): string =>
  JSON.stringify({
    format: 1,
    hawker: '1',
    created_at: '',
    files: [{ path, bytes: 0, sha256: '0'.repeat(64) }],
  });

/** What the scrub finds wrong in the file store of a data folder. */
export async function scrubbed(dataFolder: string): Promise<Finding[]> {
  const record = openSqliteScrubRecord(join(dataFolder, 'file-store.db'));
  const found: Finding[] = [];
  await scrub(record, diskContents(join(dataFolder, 'files')), (finding) => found.push(finding));
  await record.close();
  return found;
}
