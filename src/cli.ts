import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { readCommon, type Common, type Environment } from '#kit/host/env.ts';
import { StartupError } from '#kit/base/startup-error.ts';
import { createLog, traceOf } from '#kit/host/log.ts';
import { startHost, type RunningHost } from '#kit/host/host.ts';
import { outliveReaders } from '#kit/host/lost-readers.ts';
import { onStopSignals } from '#kit/host/stop-signals.ts';
import { pageRoutes } from './console/routes.ts';
import { metricsOfAll } from './processes/metrics.ts';
import { Processes, tellReady } from './processes/processes.ts';
import { loadServices, serviceNames, type ServiceName } from './services.ts';

/** How long the stop of one process may take, milliseconds. */
const stopLimit = 8_000;

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
/** The commands that are not options. */
const words = Object.keys(commands).filter((name) => !name.startsWith('-'));
type Command = (args: readonly string[], env: Environment) => Promise<void> | void;

export async function main(args: string[], env: Environment): Promise<void> {
  // What the services write is for nobody else on this machine: files 0600, folders 0700.
  process.umask(0o077);
  outliveReaders();
  try {
    const asksForHelp = args.includes('--help') || args.includes('-h');
    const [first = '', ...rest] = asksForHelp ? ['help', ...args] : args;
    const command = Object.hasOwn(commands, first) ? commands[first] : undefined;
    if (command !== undefined) {
      // Its options are the demo's own.
      if (!asksForHelp && first !== 'demo') refuseOptions(first, rest);
      return await run(await command(), rest, env);
    }
    refuseOptions('', args);
    const common = readCommon(env);
    const { LOG_LEVEL, reachedBy, ADMIN_TOKEN, API_LIMIT, HAWKER_PROCESSES: count } = common;
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
    if (reachedBy === undefined) return;
    if (ADMIN_TOKEN === undefined && !host.identity.isOn) warnOfAll(reachedBy);
    if (!host.identity.isOn) warnOfTrust(reachedBy, host);
    if (API_LIMIT === undefined) warnOfFloods(reachedBy);
  } catch (error) {
    // What the operator can mend is one line; a defect of ours keeps its stack.
    console.error(error instanceof StartupError ? `hawker: ${error.message}` : traceOf(error));
    process.exitCode = 1;
    leavePrimary();
  }
}

/** @throws StartupError naming the first option: they would be taken for places, files or services */
function refuseOptions(command: string, args: readonly string[]): void {
  const option = args.find((arg) => /^-./.test(arg));
  if (option === undefined) return;
  const service = args.find((arg) => (serviceNames as readonly string[]).includes(arg)) ?? '';
  const topic = [command || service, '--help'].filter((word) => word !== '').join(' ');
  const hint = command === '' ? 'a start takes variables instead' : 'this command has none';
  throw new StartupError(`unknown option "${option}"; ${hint}: see hawker ${topic}`);
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
    throw new StartupError(
      `no service or command "${unknown}"; there are: ${known.join(', ')}; and ${words.join(', ')}`,
    );
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

function warnOfAll(reachedBy: string): void {
  console.error(
    `hawker: INSECURE=1 and ${reachedBy}: everybody who reaches this has the admin paths`,
  );
}

/** Until callers prove who they are, hawker is for a network in which all are trusted. */
function warnOfTrust(reachedBy: string, { services }: RunningHost): void {
  const trusting = services.filter(({ service }) => service.trustsNamedUsers);
  if (trusting.length === 0) return;
  const names = trusting.map(({ service }) => service.name).join(', ');
  console.error(
    `hawker: ${reachedBy} lets others in, and callers are believed to be whom they name: ${names}`,
  );
}

function warnOfFloods(reachedBy: string): void {
  console.error(
    `hawker: ${reachedBy} lets others in, and callers may ask as often as they like: see API_LIMIT`,
  );
}

/** @param limitMs a stop that takes longer has its remaining connections cut */
function stopOnSignal(stop: () => Promise<void>, limitMs: number, log: Logger): void {
  onStopSignals(() => {
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
  });
}
