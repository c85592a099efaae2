import type { Logger } from 'pino';
import type { TObject } from 'typebox';
import {
  CommonVariables,
  isLoopback,
  portVariableName,
  readEnv,
  StartupError,
  type Environment,
} from '#kit/host/env.ts';
import { createLog, traceOf } from '#kit/host/log.ts';
import { startHost, type RunningHost } from '#kit/host/host.ts';
import type { Service } from '#kit/host/service.ts';
import { loadServices, serviceNames, type ServiceName } from './services.ts';

/** A stop that takes longer than this has its remaining connections cut, milliseconds. */
const stopLimit = 8_000;
/** How long after a signal the same one may still come another way, milliseconds. */
const echoTime = 500;

export async function main(args: string[], env: Environment): Promise<void> {
  // What the services write is for nobody else on this machine: files 0600, folders 0700.
  process.umask(0o077);
  try {
    if (args.includes('--help') || args.includes('-h'))
      return console.log(help(await loadServices()));
    const { LOG_LEVEL, HOST, API_LIMIT } = readEnv(CommonVariables, env);
    const log = createLog(LOG_LEVEL);
    const host = await startHost(await loadServices(choose(args)), { env, clock: Date.now, log });
    // First: whoever reads that it runs may stop it the next moment.
    stopOnSignal(host, log);
    announce(host);
    if (isLoopback(HOST)) return;
    if (!host.identity.isOn) warnOfTrust(HOST, host);
    if (API_LIMIT === undefined) warnOfFloods(HOST);
  } catch (error) {
    // What the operator can mend is one line; a defect of ours keeps its stack.
    console.error(error instanceof StartupError ? `hawker: ${error.message}` : traceOf(error));
    process.exitCode = 1;
  }
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

function announce({ services, console: consoleAddress }: RunningHost): void {
  for (const { service, address, description } of services) {
    console.log(`${service.name.padEnd(16)} ${address.padEnd(24)} ${description}`);
  }
  console.log(`${'console'.padEnd(16)} ${consoleAddress}`);
}

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

function stopOnSignal(host: RunningHost, log: Logger): void {
  const stop = () => {
    process.off('SIGTERM', stop).off('SIGINT', stop);
    ignoreEchoes();
    const limit = setTimeout(() => {
      log.error(`not stopped after ${stopLimit} ms; giving up on the open connections`);
      process.exit(1);
    }, stopLimit).unref();
    host.stop().then(
      () => {
        clearTimeout(limit);
      },
      (error: unknown) => {
        console.error(traceOf(error));
        process.exitCode = 1;
      },
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
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

function help(services: readonly Service[]): string {
  const list = services.map(
    ({ name, port, summary }) => `  ${name.padEnd(16)} ${String(port).padEnd(6)} ${summary}`,
  );
  const ports = services.map(
    ({ name, port }) => `  ${portVariableName(name).padEnd(24)} port of ${name} (default ${port})`,
  );
  const own = services.map(({ name, variables }) => [
    `\nVariables of ${name}:`,
    ...describe(variables),
  ]);
  return [
    'Usage: npm start [-- service …]     without a name, all services start',
    '\nServices:',
    ...list,
    '\nVariables:',
    ...describe(CommonVariables),
    ...ports,
    ...own.flatMap((lines) => (lines.length > 1 ? lines : [])),
  ].join('\n');
}

function describe(variables: TObject): string[] {
  return Object.entries(variables.properties).map(([name, schema]) => {
    const { description = '', default: value } = schema as {
      description?: string;
      default?: string | number;
    };
    const suffix = value === undefined || value === '' ? '' : ` (default ${value})`;
    return `  ${name.padEnd(24)} ${description}${suffix}`;
  });
}
