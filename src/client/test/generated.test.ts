import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { digestOf, target } from '../../../scripts/client/sources.ts';
import { openapiDocuments } from '../../openapi.ts';
import { createHawker } from '../index.ts';

const documents = await openapiDocuments();

interface Texts {
  readonly summary?: string;
  readonly description?: string;
  readonly responses: object;
}

it('the types and the table are what the documents say (else: npm run openapi)', () => {
  const digest = readFileSync(new URL('types/digest.txt', target), 'utf8').trim();
  assert.equal(digestOf(documents), digest);
});

it('every operation of every document is a method', () => {
  const hawker = createHawker({ baseUrl: '' }) as object as Record<string, Record<string, unknown>>;
  let count = 0;
  for (const [file, text] of documents) {
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, object>> };
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    const service = file
      .replace('.json', '')
      .replaceAll(/-(\w)/g, (_, a: string) => a.toUpperCase());
    const methods = Object.values(hawker[service]!);
    assert.ok(methods.every((method) => typeof method === 'function'));
    assert.equal(methods.length, operations.length, service);
    count += operations.length;
  }
  assert.ok(count > 150);
});

it('comments of methods have the texts of the documents, and the problem codes', async () => {
  let count = 0;
  for (const [file, text] of documents) {
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Texts>> };
    const types = readFileSync(new URL(`types/${file.replace('.json', '.ts')}`, target), 'utf8');
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    for (const { summary, description, responses } of operations) {
      // A WebSocket is not a method of this interface.
      if (summary === undefined || '101' in responses) continue;
      const lines = [`${summary}.`, ...(description === undefined ? [] : ['', description])];
      const comment = lines.map((line) => `   * ${line}`.trimEnd()).join('\n');
      assert.ok(types.includes(`  /**\n${comment}\n`), `${file}: ${summary}`);
      count++;
    }
  }
  assert.ok(count > 0);
  const inventory = readFileSync(new URL('types/inventory.ts', target), 'utf8');
  assert.match(inventory, /@throws \{HawkerError\} `INSUFFICIENT_STOCK`, `ORDER_MISMATCH`/);
  assert.match(inventory, /\/\*\* units that can be reserved \*\/\n *available: number;/);
});

it('for browsers it takes less than 12 KiB, minified and compressed', async (t) => {
  // A module of Node or of the services would fail: there is none in a browser, and none is left out.
  const { outputFiles, metafile } = await build({
    entryPoints: [new URL('index.ts', target).pathname],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    metafile: true,
    write: false,
  });
  const { contents } = outputFiles[0]!;
  const size = gzipSync(contents, { level: 9 }).length;
  t.diagnostic(`${contents.length} bytes, compressed ${size}`);
  assert.ok(size < 12 * 1_024, `${size} bytes`);
  const inputs = Object.keys(metafile.inputs).filter(
    (file) => !/openapi-fetch|src\/client\//.test(file),
  );
  assert.deepEqual(inputs, []);
});
