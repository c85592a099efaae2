/** What the package holds, read as text: its pages, and what its code imports. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** All pages below this folder. */
export const pagesIn = (folder: string) =>
  globSync('**/*.md', { cwd: folder, exclude: ['**/node_modules'] });

/** Links of a page that lead to no file. A picture may be missing where a text says what it shows. */
export function deadLinks(folder: string, page: string): string[] {
  const text = readFileSync(join(folder, page), 'utf8').replaceAll(/^```.*?^```/gms, '');
  const links = [...text.matchAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g)];
  return links.flatMap(([, mark, shown = '', link = '']) => {
    const isAbsolute = /^(https?:|#)/.test(link);
    const isSaid = mark === '!' && shown.length > 20;
    const file = join(folder, dirname(page), link.replace(/#.*$/, ''));
    return isAbsolute || isSaid || existsSync(file) ? [] : [`${page}: ${link}`];
  });
}

/** Programs on a page that use this export. */
export function programs(page: string, name: string): string[] {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)];
  return blocks.map(([, code = '']) => code).filter((code) => code.includes(` from '${name}'`));
}

/** What the comments of a program say that it prints. */
export const promised = (program: string) =>
  [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => `${text}\n`).join('');

const specifier =
  /\b(?:from|import)\s*\(?\s*(['"])((?:@[\w-]+\/)?[a-z\d][\w.-]*)(?:\/[^'"\n]*)?\1/g;

/** Names of the packages that built code and its types import. What is bundled for browsers imports none. */
export function importedPackages(dist: string): Set<string> {
  const exclude = ['console/page', 'kit/openapi/renderer'];
  const files = globSync('**/*.{js,d.ts}', { cwd: dist, exclude });
  const texts = files.map((file) => readFileSync(join(dist, file), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(specifier)].map(([, , name]) => name!)));
}
