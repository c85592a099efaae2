/** What `hawker --help` prints, and `--help` after a command or services. */
import type { TObject } from 'typebox';
import { CommonVariables, portVariableName } from '#kit/host/env.ts';
import { StartupError } from '#kit/base/startup-error.ts';
import { quotaVariables } from '#kit/host/quotas.ts';
import type { Service } from '#kit/host/service.ts';
import { loadServices, serviceNames, type ServiceName } from './services.ts';

/** @throws StartupError when one of the names is neither a command nor a service */
export async function helpCommand(names: readonly string[]): Promise<void> {
  const topics = names.filter((name) => !name.startsWith('-') && name !== 'help');
  const [command = ''] = topics;
  if (Object.hasOwn(commands, command)) return console.log(lines(commands[command]!));
  const isService = (name: string): name is ServiceName =>
    (serviceNames as readonly string[]).includes(name);
  const unknown = topics.find((name) => !isService(name));
  if (unknown !== undefined) {
    const known = [...Object.keys(commands), ...serviceNames].join(', ');
    throw new StartupError(`no help for "${unknown}"; there is some for: ${known}`);
  }
  if (topics.length === 0) return console.log(overview(await loadServices()));
  console.log(ofServices(await loadServices(topics.filter(isService))));
}

const lines = (text: readonly string[]) => text.join('\n');

const inCheckout = 'In a checkout: `npm start -s --` instead of `hawker`.';

const usage = [
  'Usage: hawker [service …]              without a name, all services start',
  '       hawker backup <place>           copies the embedded stores, also while they are in use',
  '       hawker restore <place>          fills DATA_DIR from a backup',
  '       hawker export <service> [file]  writes what a service keeps, in any store, as lines of JSON',
  '       hawker import <service> [file]  fills empty stores from an export',
  '       hawker demo [option …]          plays a small city on all services, in a folder of its own',
  '       hawker help [command|service]   the same as --help after it',
  '       hawker --version',
  `\n${inCheckout}`,
];

const place = 'A place is a folder, or s3://bucket/prefix (see S3_ENDPOINT, S3_REGION and AWS_…).';

/** What each command has to say about itself. */
const commands: Readonly<Record<string, readonly string[]>> = {
  backup: [
    'Usage: hawker backup <place>',
    '\nCopies the embedded stores in DATA_DIR, also while they are in use. What lies in STORE_ADDR or',
    'DATABASE_URL is not included: use the tools of those servers.',
    `\n${place}`,
    'Example: hawker backup /backups/monday',
  ],
  restore: [
    'Usage: hawker restore <place>',
    '\nChecks a backup and fills DATA_DIR from it, which must be empty.',
    `\n${place}`,
    'Example: DATA_DIR=./restored hawker restore /backups/monday',
  ],
  export: [
    'Usage: hawker export <service> [file]',
    '       hawker export all <folder>',
    '\nWrites what a service keeps, in the stores that the variables name, as lines of JSON; without a',
    'file, to the standard output. A file that exists is not overwritten.',
    '\nExample: hawker export chat chat.ndjson',
  ],
  import: [
    'Usage: hawker import <service> [file]',
    '       hawker import all <folder>',
    '\nFills the stores that the variables name from an export; without a file, from the standard input.',
    'The stores must be empty and the service must not run.',
    '\nExample: STORE_ADDR=localhost:6379 hawker import chat chat.ndjson',
  ],
  demo: [
    'Usage: hawker demo [--seed n] [--speed n] [--minutes n] [--port-offset n]',
    '       hawker demo --check [--seed n] [--minutes n] [--port-offset n]',
    '\nPlays a small city on all services, in a temporary folder that it removes, until Ctrl-C.',
    '\n  --seed n         people, wishes and launches follow from it (default 1)',
    '  --speed n        seconds of the city in a second, 1 to 60 (default 1)',
    '  --minutes n      minutes of the city, 1 to 1200, after which the day ends (default 1200)',
    '  --port-offset n  added to all ports (default 0)',
    '  --check          120 minutes, as fast as it goes; ends with 1 unless all services agree',
    '\nIn a checkout: `npm run demo -- --speed 10`.',
  ],
};

function overview(services: readonly Service[]): string {
  const list = services.map(
    ({ name, port, summary }) => `  ${name.padEnd(16)} ${String(port).padEnd(6)} ${summary}`,
  );
  return lines([...usage, '\nServices:', ...list, ...variablesOf(services)]);
}

function ofServices(services: readonly Service[]): string {
  const names = services.map(({ name }) => name).join(' ');
  const summaries = services.map(({ name, summary }) => `\n${name}: ${summary}`);
  const options = '\nA start takes no options: ports and everything else are variables.';
  return lines([
    `Usage: hawker ${names}`,
    ...summaries,
    options,
    inCheckout,
    ...variablesOf(services),
  ]);
}

function variablesOf(services: readonly Service[]): string[] {
  const ports = services.map(
    ({ name, port }) => `  ${portVariableName(name).padEnd(24)} port of ${name} (default ${port})`,
  );
  const own = services.map(({ name, variables, quotas = {} }) => [
    `\nVariables of ${name}:`,
    ...describe(variables),
    ...describe(quotaVariables(quotas)),
  ]);
  return [
    '\nVariables:',
    ...describe(CommonVariables),
    ...ports,
    ...own.flatMap((described) => (described.length > 1 ? described : [])),
  ];
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
