import cluster from 'node:cluster';
import type { Logger } from 'pino';
import {
  CommonVariables,
  isLoopback,
  readEnv,
  StartupError,
  type Common,
  type Environment,
} from '#kit/host/env.ts';
import { createLog, traceOf } from '#kit/host/log.ts';
import { startHost, type RunningHost } from '#kit/host/host.ts';
import { pageRoutes } from './console/routes.ts';
import { metricsOfAll } from './processes/metrics.ts';
import { Processes, tellReady } from './processes/processes.ts';
import { loadServices, serviceNames, type ServiceName } from './services.ts';

/** How long the stop of one process may take, milliseconds. */
const stopLimit = 8_000;
/** How long after a signal the same one may still come another way, milliseconds. */
const echoTime = 500;

const version = async () => (await import('./version.ts')).versionCommand;

/** What is not a start; loaded only when it is asked for. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  backup: async () => (await import('./backup/command.ts')).backupCommand,
  restore: async () => (await import('./backup/command.ts')).restoreCommand,
  export: async () => (await import('./moving/command.ts')).exportCommand,
  import: async () => (await import('./moving/command.ts')).importCommand,
  demo: async () => (await import('./demo/command.ts')).demoCommand,
  help: async () => (await import('./help.ts')).helpCommand,
  '--version': version,
  '-v': version,
};
type Command = (args: readonly string[], env: Environment) => Promise<void> | void;

export async function main(args: string[], env: Environment): Promise<void> {
  // What the services write is for nobody else on this machine: files 0600, folders 0700.
  process.umask(0o077);
  try {
    const asksForHelp = args.includes('--help') || args.includes('-h');
    const [first = '', ...rest] = asksForHelp ? ['help'] : args;
    const command = Object.hasOwn(commands, first) ? commands[first] : undefined;
    if (command !== undefined) return await run(await command(), rest, env);
    const common = readEnv(CommonVariables, env);
    const { LOG_LEVEL, HOST, API_LIMIT, HAWKER_PROCESSES: count } = common;
    const log = createLog(LOG_LEVEL);
    const names = choose(args);
    if (count > 1 && cluster.isPrimary) return await startProcesses(common, log);
    const host = await startHost(await loadServices(names), {
      env,
      clock: Date.now,
      log,
      page: pageRoutes,
      ...(cluster.isWorker && { metricsOfAll }),
    });
    // First: whoever reads that it runs may stop it the next moment.
    stopOnSignal(() => stopHost(host), stopLimit, log);
    if (cluster.isWorker) tellReady(addresses(host));
    else for (const line of addresses(host)) console.log(line);
    // Once is enough.
    if (cluster.isWorker && cluster.worker!.id > 1) return;
    if (isLoopback(HOST)) return;
    if (!host.identity.isOn) warnOfTrust(HOST, host);
    if (API_LIMIT === undefined) warnOfFloods(HOST);
  } catch (error) {
    // What the operator can mend is one line; a defect of ours keeps its stack.
    console.error(error instanceof StartupError ? `hawker: ${error.message}` : traceOf(error));
    process.exitCode = 1;
    leavePrimary();
  }
}

/** @throws StartupError also for what the machine refuses: a path, a full disk, a closed pipe */
async function run(command: Command, args: readonly string[], env: Environment): Promise<void> {
  try {
    await command(args, env);
  } catch (error) {
    const { syscall, code, message } = error as NodeJS.ErrnoException;
    const isMachines = syscall !== undefined || code === 'ERR_SQLITE_ERROR';
    throw isMachines ? new StartupError(message, { cause: error }) : error;
  }
}

/** @throws StartupError when a store is embedded */
async function startProcesses(common: Common, log: Logger): Promise<void> {
  const { STORE_ADDR, DATABASE_URL, HAWKER_PROCESSES: count } = common;
  if (STORE_ADDR === undefined || DATABASE_URL === undefined) {
    throw new StartupError(
      `HAWKER_PROCESSES=${count} needs STORE_ADDR and DATABASE_URL: an embedded store belongs to one process`,
    );
  }
  const processes = new Processes(log);
  const stop = async () => {
    if (!(await processes.stop())) process.exitCode = 1;
  };
  // Workers give up on their own before.
  stopOnSignal(stop, stopLimit + 1_000, log);
  process.on('SIGUSR2', () => void processes.restart());
  const lines = await processes.start(count);
  if (lines === undefined && !processes.isStopping) process.exitCode = 1;
  for (const line of lines ?? []) console.log(line);
}

/** @throws StartupError when there is no service of that name */
function choose(names: string[]): readonly ServiceName[] {
  const known: readonly string[] = serviceNames;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new StartupError(`no service "${unknown}"; there are: ${known.join(', ')}`);
  }
  return names.length === 0 ? serviceNames : (names as ServiceName[]);
}

function addresses({ services, console: consoleAddress }: RunningHost): readonly string[] {
  return [
    ...services.map(
      ({ service, address, description }) =>
        `${service.name.padEnd(16)} ${address.padEnd(24)} ${description}`,
    ),
    `${'console'.padEnd(16)} ${consoleAddress}`,
  ];
}

async function stopHost(host: RunningHost): Promise<void> {
  try {
    await host.stop();
  } finally {
    leavePrimary();
  }
}

/** Its line to the primary would keep a worker running. */
const leavePrimary = () => cluster.worker?.disconnect();

/** Until callers prove who they are, an open address is for a network in which all are trusted. */
function warnOfTrust(address: string, { services }: RunningHost): void {
  const trusting = services.filter(({ service }) => service.trustsNamedUsers);
  if (trusting.length === 0) return;
  const names = trusting.map(({ service }) => service.name).join(', ');
  console.error(
    `hawker: HOST=${address} is open, and callers are believed to be whom they name: ${names}`,
  );
}

function warnOfFloods(address: string): void {
  console.error(
    `hawker: HOST=${address} is open, and callers may ask as often as they like: see API_LIMIT`,
  );
}

/** @param limitMs a stop that takes longer has its remaining connections cut */
function stopOnSignal(stop: () => Promise<void>, limitMs: number, log: Logger): void {
  const stopOnce = () => {
    process.off('SIGTERM', stopOnce).off('SIGINT', stopOnce);
    ignoreEchoes();
    const limit = setTimeout(() => {
      log.error(`not stopped after ${limitMs} ms; giving up on the open connections`);
      process.exit(1);
    }, limitMs).unref();
    stop().then(
      () => {
        clearTimeout(limit);
      },
      (error: unknown) => {
        console.error(traceOf(error));
        process.exitCode = 1;
      },
    );
  };
  process.on('SIGTERM', stopOnce).on('SIGINT', stopOnce);
}

/**
 * A terminal or a supervisor signals all processes of a group, and those that started this one pass
 * theirs on. A later signal finds no handler, and ends the process at once.
 */
function ignoreEchoes(): void {
  const ignore = () => {};
  process.on('SIGTERM', ignore).on('SIGINT', ignore);
  setTimeout(() => process.off('SIGTERM', ignore).off('SIGINT', ignore), echoTime).unref();
}
