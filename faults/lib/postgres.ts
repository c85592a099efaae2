/** A PostgreSQL of a scenario's own, to be stopped hard, frozen, crowded or filled. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, globSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '#kit/testing/free-port.ts';
import { temporaryFolder, type Ends } from '#kit/testing/testing.ts';

/** Two clients of each service, its loops and listeners, in two processes, take fewer. */
const maxConnections = 120;

export interface TestPostgres {
  /** The value for DATABASE_URL. */
  readonly url: string;
  /** Ends it at once, as `pg_ctl stop -m immediate` does: it recovers at its next start. */
  stop(): Promise<void>;
  /** Resolves when it takes connections; at once when it runs. */
  start(): Promise<void>;
  /** It keeps its connections, and neither takes new ones nor answers. */
  freeze(): void;
  thaw(): void;
}

/** Debian keeps the server's programs out of the PATH. */
const folders = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  ...globSync('/usr/lib/postgresql/*/bin'),
];

const program = (name: string) => folders.flatMap((folder) => globSync(join(folder, name))).at(-1);

/** False when it is installed, else why scenarios are left out. */
export const noPostgres = (): string | false =>
  program('initdb') === undefined || program('postgres') === undefined
    ? 'postgres is not installed'
    : false;

/** @param parent of the data folder */
export async function startPostgres(t: Ends, parent = temporaryFolder()): Promise<TestPostgres> {
  const owner = ownerOf(parent);
  const folder = join(parent, 'pg');
  mkdirSync(folder, { mode: 0o700 });
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const small = ['--no-sync', '--wal-segsize=1', '--auth=trust', '--username=hawker'];
  execFileSync(program('initdb')!, ['--pgdata', folder, ...small], { ...owner, stdio: 'ignore' });
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    min_wal_size: '2MB',
    max_wal_size: '16MB',
    // New log needs new space, as it does on a server that has long been busy.
    wal_recycle: 'off',
  };
  const args = ['-D', folder, '-p', String(port)].concat(
    Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  );
  let server: ChildProcess;
  let isRunning = false;

  async function start(): Promise<void> {
    if (isRunning) return;
    const child = spawn(program('postgres')!, args, {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = child;
    isRunning = true;
    child.once('exit', () => (isRunning = false));
    let told = '';
    for await (const line of createInterface({ input: child.stderr })) {
      told += `${line}\n`;
      if (/ready to accept (read-only )?connections/.test(line)) return void child.stderr.resume();
    }
    throw new Error(`PostgreSQL did not start: ${told}`);
  }

  async function stop(): Promise<void> {
    if (!isRunning) return;
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
  }

  function signalAll(signal: NodeJS.Signals): void {
    if (!isRunning) return;
    const parentPid = ['--ppid', String(server.pid)];
    server.kill(signal);
    const backends = execFileSync('ps', ['-o', 'pid=', ...parentPid], { encoding: 'utf8' });
    for (const pid of backends.trim().split(/\s+/)) end(Number(pid), signal);
  }

  t.after(async () => {
    signalAll('SIGCONT');
    await stop();
  });
  await start();
  return {
    url: `postgres://hawker@127.0.0.1:${port}/postgres`,
    stop,
    start,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  };
}

/** Signals a backend, which may have ended in the meantime. */
function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** PostgreSQL refuses to run as root; its user must reach the folder. */
function ownerOf(parent: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  chmodSync(parent, 0o755);
  chmodSync(dirname(parent), 0o755);
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
