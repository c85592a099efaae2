/** The project's Caddyfile, run by a real Caddy in front of a test's process. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProcess } from './process.ts';
import { eventually, temporaryFolder, type Ends } from './testing.ts';

const caddyfile = join(import.meta.dirname, '../../../deploy/caddy/Caddyfile');

/** Returns the reason to skip a suite, or false when caddy is installed or required. */
export const noCaddy = (): string | false =>
  process.env['REQUIRE_STORES'] !== '1' &&
  spawnSync('caddy', ['version']).error !== undefined &&
  'there is no caddy';

interface CaddyOptions {
  /** Where it listens, on loopback. */
  readonly port: number;
  /** Otherwise it speaks plain HTTP, and makes no certificates. */
  readonly hasTls: boolean;
}

/** Runs the file with the ports of this process. @returns what Caddy has logged so far */
export async function startCaddy(
  t: Ends,
  { addresses }: TestProcess,
  { port, hasTls }: CaddyOptions,
): Promise<() => string> {
  const folder = temporaryFolder();
  const listening = hasTls
    ? `local_certs
	skip_install_trust
	auto_https disable_redirects
	https_port ${port}`
    : `auto_https off
	http_port ${port}`;
  const own = `{
	admin off
	default_bind 127.0.0.1
	storage file_system ${folder}
	${listening}
}
`;
  const file = join(folder, 'Caddyfile');
  const places = readFileSync(caddyfile, 'utf8')
    .replaceAll('127.0.0.1:8100', new URL(addresses['console']!).host)
    .replaceAll('127.0.0.1:8080', new URL(addresses['url-shortener']!).host)
    .replaceAll(/^(?=\S+\.example\.com \{)/gm, hasTls ? '' : 'http://');
  writeFileSync(file, own + places);
  const child = spawn('caddy', ['run', '--config', file], {
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Asked to end, it would wait for connections first.
  t.after(() => child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (some: string) => (said += some));
  // Its last word before it serves; certificates of its own authority are there by then.
  await eventually(() => {
    assert.equal(child.exitCode, null, said);
    return said.includes('serving initial configuration');
  });
  return () => said;
}

/** The variables with which the head of the file says to start hawker. */
export function startLines(): Record<string, string> {
  const [head = ''] = readFileSync(caddyfile, 'utf8').split('hawker.example.com {');
  const pairs = head.matchAll(/\b([A-Z_]{4,})=(\S+)/g);
  return Object.fromEntries([...pairs].map(([, name, value]) => [name!, value!]));
}
