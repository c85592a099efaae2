/**
 * The files of the page. In a package they were made when it was (scripts/build.ts). In a checkout
 * they are made of the sources when the first page is asked for: so they are never stale, and a start
 * waits for nothing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

interface PageFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly brotli: Buffer;
  /** Its name changes with its content. */
  readonly isHashed: boolean;
}

export interface PageFiles {
  readonly byName: ReadonlyMap<string, PageFile>;
  /** Names of the files that every page begins with. */
  readonly script: string;
  readonly style: string;
  readonly theme: string;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
};

const folder = join(import.meta.dirname, 'page');
const compress = promisify(brotliCompress);

export async function loadFiles(): Promise<PageFiles> {
  // The package has no sources.
  const contents = existsSync(join(folder, 'main.tsx')) ? await bundlePage() : readFolder(folder);
  const byName = new Map<string, PageFile>();
  for (const [name, plain] of contents) byName.set(name, await toFile(name, plain));
  const nameOf = (pattern: RegExp) => [...byName.keys()].find((name) => pattern.test(name))!;
  return {
    byName,
    script: nameOf(/^main-\w+\.js$/),
    style: nameOf(/^main-\w+\.css$/),
    theme: nameOf(/^theme-\w+\.js$/),
  };
}

/** Bundles the page with all parts that it loads later. Yields contents by file name. */
export async function bundlePage(): Promise<Map<string, Buffer>> {
  // Not in a package, and not needed there.
  const { build, stop } = await import('esbuild');
  try {
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'main.tsx'), join(folder, 'theme.ts')],
      outdir: folder,
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
      assetNames: '[name]-[hash]',
      bundle: true,
      splitting: true,
      format: 'esm',
      target: 'es2023',
      minify: true,
      legalComments: 'none',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      loader: { '.png': 'file', '.svg': 'file' },
      write: false,
      logLevel: 'silent',
    });
    const made = outputFiles.map(
      ({ path, contents }) => [basename(path), Buffer.from(contents)] as const,
    );
    return new Map([...made, ['icon.svg', readFileSync(join(folder, 'icon.svg'))]]);
  } finally {
    await stop();
  }
}

function readFolder(path: string): Map<string, Buffer> {
  return new Map(readdirSync(path).map((name) => [name, readFileSync(join(path, name))]));
}

async function toFile(name: string, plain: Buffer): Promise<PageFile> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return {
    type: types[extname(name)]!,
    plain,
    brotli: await compress(plain, { params }),
    isHashed: /-[A-Z0-9]{8}\./.test(name),
  };
}
