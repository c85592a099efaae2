/**
 * Writes what the client has of the API documents: the types, `src/client/types`, and a table of the
 * operations, `src/client/operations.ts`. Nothing else in `src/client` knows an operation, but for
 * what `follow` has to know of some streams.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commonCodes } from './codes.ts';
import {
  camelCase,
  demandCallable,
  operationsOf,
  pascalCase,
  type Document,
} from './operations.ts';
import { serviceInterface } from './service-interface.ts';
import { slim } from './slim.ts';
import { digestOf, isGenerated, target } from './sources.ts';
import { operationTable } from './table.ts';

const generators = fileURLToPath(new URL('../../generators/', import.meta.url));

interface Declaration {
  readonly name?: { readonly text?: string };
}

interface OpenapiTypescript {
  default(document: object, options: object): Promise<Declaration[]>;
  astToString(ast: Declaration[]): string;
}

/** @param documents file name → content */
export async function writeClient(documents: ReadonlyMap<string, string>): Promise<void> {
  const openapi = await openapiTypescript();
  const parsed = [...documents].map(([file, content]) => ({
    name: file.replace('.json', ''),
    document: JSON.parse(content) as Document,
  }));
  const common = commonCodes(parsed.map(({ document }) => document));
  const services = parsed.map(({ name, document }) => ({
    name,
    document,
    operations: operationsOf(name, document, common),
  }));
  const headers = new Set(
    services.flatMap(({ operations }) => operations.flatMap((one) => one.headers)),
  );
  for (const file of readdirSync(new URL('types/', target))) {
    rmSync(new URL(`types/${file}`, target));
  }
  for (const { name, document, operations } of services) {
    demandCallable(operations, headers);
    const ast = await openapi.default(slim(document), { defaultNonNullable: false });
    const types = plainComments(openapi.astToString(ast.filter((one) => isKept(one.name?.text))));
    const content = `${serviceInterface(name, operations)}\n${types}`;
    writeFileSync(new URL(`types/${name}.ts`, target), content);
  }
  const names = services.map(({ name }) => name);
  writeFileSync(new URL('types/index.ts', target), indexOf(names));
  writeFileSync(new URL('operations.ts', target), operationTable(services, headers));
  format();
  // Last, since it tells of the files as they are then.
  writeFileSync(new URL('types/digest.txt', target), `${digestOf(documents)}\n`);
}

/** Operations are found by their names, and nothing that they need stands elsewhere: see slim.ts. */
const isKept = (name = '') => name === 'operations';

/** Leaves the descriptions alone in the comments of members: their types show what is an enumeration. */
function plainComments(types: string): string {
  return types
    .replaceAll(/^ *\/\*\* @enum \{\w+\} \*\/\n/gm, '')
    .replaceAll(/^ *\* @enum \{\w+\}\n/gm, '')
    .replaceAll('@description ', '')
    .replaceAll(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */');
}

function indexOf(names: readonly string[]): string {
  const imports = names.map((name) => `import type { ${pascalCase(name)} } from './${name}.ts';`);
  const members = names.map((name) => `  readonly ${camelCase(name)}: ${pascalCase(name)};`);
  const about = '/** All services, by name. Written by `npm run openapi`. */';
  return [about, ...imports, '', 'export interface Services {', ...members, '}', ''].join('\n');
}

function format(): void {
  const files = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter(isGenerated);
  const paths = files.map((file) => fileURLToPath(new URL(file, target)));
  execFileSync('node_modules/.bin/oxfmt', paths, {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
  });
}

/** It needs TypeScript's JavaScript API, which our TypeScript does not have: docs/adr/0028. */
async function openapiTypescript(): Promise<OpenapiTypescript> {
  if (!existsSync(`${generators}node_modules`)) {
    execFileSync('npm', ['ci', '--prefix', generators], { stdio: 'inherit' });
  }
  const module = new URL(
    '../../generators/node_modules/openapi-typescript/dist/index.mjs',
    import.meta.url,
  );
  return (await import(module.href)) as OpenapiTypescript;
}
