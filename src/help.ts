/** What `hawker --help` prints. */
import type { TObject } from 'typebox';
import { CommonVariables, portVariableName } from '#kit/host/env.ts';
import type { Service } from '#kit/host/service.ts';
import { loadServices } from './services.ts';

export async function helpCommand(): Promise<void> {
  console.log(help(await loadServices()));
}

const usage = [
  'Usage: hawker [service …]              without a name, all services start',
  '       hawker backup <place>           copies the embedded stores, also while they are in use',
  '       hawker restore <place>          makes DATA_DIR of a backup',
  '       hawker export <service> [file]  writes what it keeps, in whatever stores, as lines of JSON',
  '       hawker import <service> [file]  fills empty stores with that',
  '       hawker demo [option …]          plays a small city on all services, in a folder of its own',
  '       hawker --version',
  '\nA place is a folder, or s3://bucket/prefix. `all` with a folder exports or imports all services.',
  'Options of demo: --seed n --speed n --minutes n --port-offset n, or --check: two hours, as fast as it goes.',
  'In a checkout: `npm start -s --` instead of `hawker`.',
];

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
    ...usage,
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
