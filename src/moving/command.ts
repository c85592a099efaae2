/** `hawker export <service> [file]` and `hawker import <service> [file]`; `all` with a folder. */
import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readCommon, type Environment } from '#kit/host/env.ts';
import { StartupError } from '#kit/base/startup-error.ts';
import { checkRestored } from '#kit/stores/restored.ts';
import type { MovableStore } from '#kit/moving/movable-store.ts';
import { plural } from '#kit/base/plural.ts';
import { loadMovableStores, serviceNames, type ServiceName } from '../services.ts';
import { ownVersion } from '../version.ts';
import { exported } from './export.ts';
import { importAll } from './import.ts';
import { Progress } from './progress.ts';

/** @throws StartupError saying what is wrong */
export async function exportCommand(args: readonly string[], env: Environment): Promise<void> {
  const [service, target] = parse('export', args);
  if (service !== 'all') return exportOne(service, env, target);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  await eachOf(serviceNames, (name) => exportOne(name, env, fileOf(target, name)));
}

/** @throws StartupError saying what is wrong */
export async function importCommand(args: readonly string[], env: Environment): Promise<void> {
  const [service, source] = parse('import', args);
  if (service !== 'all') return importOne(service, env, source);
  const found = serviceNames.filter((name) => existsSync(fileOf(source, name)));
  if (found.length === 0) throw new StartupError(`${source} holds no exports`);
  await eachOf(found, (name) => importOne(name, env, fileOf(source, name)));
}

const fileOf = (folder: string, service: ServiceName) => join(folder, `${service}.ndjson`);

/** @throws StartupError unless a service is named, or `all` with a folder */
function parse(
  command: string,
  args: readonly string[],
): readonly [ServiceName, string?] | readonly ['all', string] {
  const [name = '', path, ...more] = args;
  const known: readonly string[] = [...serviceNames, 'all'];
  const isFolderMissing = name === 'all' && path === undefined;
  if (name === '' || path === '' || isFolderMissing || more.length > 0) {
    throw new StartupError(
      `usage: hawker ${command} <service> [file], or hawker ${command} all <folder>`,
    );
  }
  if (known.includes(name)) return [name, path] as readonly [ServiceName, string?];
  throw new StartupError(`no service "${name}"; there are: ${known.join(', ')}`);
}

/** One that fails does not keep the others from being done; at the end it is told. */
async function eachOf(
  names: readonly ServiceName[],
  work: (name: ServiceName) => Promise<void>,
): Promise<void> {
  const failed: string[] = [];
  for (const name of names) {
    await work(name).catch((error: unknown) => {
      if (!(error instanceof StartupError)) throw error;
      tell(`${name}: ${error.message}`);
      failed.push(name);
    });
  }
  if (failed.length > 0) throw new StartupError(`not done: ${failed.join(', ')}`);
}

async function exportOne(service: ServiceName, env: Environment, file?: string): Promise<void> {
  const places = await placesOf(service, env);
  const progress = new Progress(service, tell);
  const text = exported({ service, places, version: ownVersion(), now: Date.now(), progress });
  // What is wrong with the stores is told before a file is made.
  const first = await text.next();
  const began = performance.now();
  const target = file === undefined ? process.stdout : newFile(file);
  const rest = async function* () {
    yield first.value as string;
    yield* text;
  };
  await pipeline(Readable.from(rest()), target, { end: file !== undefined });
  if (file !== undefined) await sync(file);
  told(service, 'exported', progress, began);
}

function newFile(file: string) {
  if (existsSync(file)) throw new StartupError(`${file} is there already`);
  return createWriteStream(file, { flags: 'wx', mode: 0o600 });
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}

async function importOne(service: ServiceName, env: Environment, file?: string): Promise<void> {
  if (file !== undefined && !existsSync(file)) throw new StartupError(`${file} is not there`);
  const places = await placesOf(service, env);
  const progress = new Progress(service, tell);
  const began = performance.now();
  const source = file === undefined ? process.stdin : createReadStream(file);
  const sourceName = file ?? 'standard input';
  await importAll({ service, places, source, sourceName, progress });
  told(service, 'imported', progress, began);
}

/** The stores of a start with these variables. */
async function placesOf(service: ServiceName, env: Environment): Promise<MovableStore[]> {
  const common = readCommon(env);
  checkRestored(common.DATA_DIR);
  return (await loadMovableStores(service))(env, common);
}

function told(service: string, what: string, { rows }: Progress, began: number): void {
  tell(
    `${service}: ${what}, ${plural(rows, 'row')}, ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
}

/** Standard output is for the rows. */
const tell = (line: string) => console.error(line);
