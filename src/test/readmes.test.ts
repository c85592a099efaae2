/** What the READMEs do with the client and the libraries: it compiles, runs as it is pasted, and prints what it says. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { format, promisify } from 'node:util';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { operations } from '../client/operations.ts';
import { withAllServices } from '../openapi.ts';
import { serviceNames } from '../services.ts';

const root = join(import.meta.dirname, '../..');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Readonly<Record<string, string>>;
};
/** The source of each export of the package. */
const sources = Object.entries(exports).map(([name, file]): [string, string] => [
  `'${join('hawker', name)}'`,
  `'${join(root, file.replace('dist', 'src').replace(/js$/, 'ts'))}'`,
]);

interface Block {
  readonly readme: string;
  readonly code: string;
}

const readmes = globSync(['{.,src/client,src/services/*}/README.md', 'docs/libraries/*.md'], {
  cwd: root,
});
const blocks = readmes.flatMap((readme): Block[] => {
  const text = readFileSync(join(root, readme), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)]
    .map(([, code = '']) => ({ readme, code }))
    .filter(({ code }) => code.includes(" from 'hawker/"));
});

/** What follows `console.log(…);` on its line. */
const promised = ({ code }: Block): string[] =>
  [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text = '']) => text);

/** Writes all blocks, each into a file of its own. */
function written(folder: string, address: string): string[] {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return blocks.map(({ code }, i) => {
    const file = join(folder, `block-${i}.ts`);
    const text = sources.reduce((all, [name, source]) => all.replaceAll(name, source), code);
    writeFileSync(file, text.replaceAll('http://localhost:8100', address));
    return file;
  });
}

it('every service shows how it is called with the client', () => {
  const byClient = blocks.filter(({ code }) => code.includes("'hawker/client'"));
  const shown = new Set(byClient.map(({ readme }) => readme));
  for (const name of serviceNames) {
    const folder = name.replace(/^dispatch-[ab]$/, 'dispatch');
    assert.ok(shown.has(`src/services/${folder}/README.md`), name);
  }
});

it('every library shows how it is used', () => {
  const shown = blocks.map(({ code }) => code).join('\n');
  for (const [name] of sources) assert.ok(name === "'hawker'" || shown.includes(name), name);
});

it("the client's page has a row for every stream", () => {
  const page = readFileSync(join(root, 'src/client/README.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  for (const [service, table] of Object.entries(operations)) {
    for (const [, name] of table.matchAll(/^(\w+) \w+~/gm)) {
      // The variants of dispatch share theirs.
      const row = rows.find((line) => line.includes(`.${name}(`) && line.includes(service));
      assert.ok(row, `${service}.${name}`);
    }
  }
});

it('the blocks compile', async () => {
  const folder = temporaryFolder();
  const files = written(folder, 'http://localhost:8100');
  const project = join(folder, 'tsconfig.json');
  const compilerOptions = { typeRoots: [join(root, 'node_modules/@types')] };
  writeFileSync(
    project,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }),
  );
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', project]).catch(
    ({ stdout }: { stdout: string }) => assert.fail(stdout),
  );
});

describe('a block', () => {
  let files: string[] = [];
  let stop = () => {};
  let stopped: Promise<void>;
  before(async () => {
    const over = new Promise<void>((resolve) => (stop = resolve));
    await new Promise<void>((resolve) => {
      stopped = withAllServices(
        async ({ console: address }) => {
          // A checkout bundles the page when it is first asked for, which may take longer than a crawl waits.
          await (await fetch(address)).arrayBuffer();
          files = written(temporaryFolder(), address);
          resolve();
          await over;
        },
        { CRAWL_DELAY_MS: '0' },
      );
    });
  });
  after(() => {
    stop();
    return stopped;
  });

  for (const [i, block] of blocks.entries()) {
    it(`${i} of ${block.readme} prints what it says`, async (t) => {
      const lines: string[] = [];
      t.mock.method(console, 'log', (...values: unknown[]) => lines.push(format(...values)));
      await import(files[i]!);
      assert.deepEqual(lines, promised(block));
    });
  }
});
